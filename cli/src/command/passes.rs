//! The passes that `bench` leaves out: of machine code, or with `--interpreter` of the interpreter.

use rulehound_interpreter::play::Game;
use rulehound_interpreter::program::Pass as Interpreting;
use rulehound_native::{Pass, Passes};

use crate::exit::{Done, Failure};

/// What is left out, and of what.
pub enum Without {
    MachineCode(Passes),
    Interpreter(Vec<Interpreting>),
}

impl Without {
    /// What has these names.
    pub fn of(names: &[String], interpreter: bool) -> Done<Self> {
        if interpreter {
            let named = |name: &String| {
                let there_are = Interpreting::ALL.map(Interpreting::name).join(", ");
                let why = format!("`{name}` makes machine code faster; with `--interpreter` there are {there_are}");
                Interpreting::named(name).ok_or_else(|| Failure::command_line(why))
            };
            return Ok(Self::Interpreter(names.iter().map(named).collect::<Done<_>>()?));
        }
        let named = |name: &String| {
            let why = format!("`{name}` makes the interpreter faster; add `--interpreter`");
            Pass::named(name).ok_or_else(|| Failure::command_line(why))
        };
        Ok(Self::MachineCode(Passes::without(names.iter().map(named).collect::<Done<Vec<_>>>()?)))
    }

    /// Nothing is left out.
    pub fn nothing(interpreter: bool) -> Self {
        if interpreter { Self::Interpreter(Vec::new()) } else { Self::MachineCode(Passes::default()) }
    }

    /// Each pass alone: its name, and what is left out with it.
    pub fn each(interpreter: bool) -> Vec<(&'static str, Self)> {
        if interpreter {
            return Interpreting::ALL.map(|pass| (pass.name(), Self::Interpreter(vec![pass]))).into();
        }
        Pass::ALL.map(|pass| (pass.name(), Self::MachineCode(Passes::without([pass])))).into()
    }

    /// The passes of machine code that are left.
    pub fn machine_code(&self) -> Option<&Passes> {
        match self {
            Self::MachineCode(passes) => Some(passes),
            Self::Interpreter(_) => None,
        }
    }

    /// The game, as the interpreter then plays it.
    pub fn interpreted(&self, game: &Game) -> Game {
        match self {
            Self::MachineCode(_) => game.clone(),
            Self::Interpreter(passes) => game.without(passes.iter().copied()),
        }
    }
}

/// The name of a pass of either.
pub fn named(text: &str) -> Result<String, String> {
    let mut names: Vec<&str> = Pass::ALL.map(Pass::name).into();
    names.extend(Interpreting::ALL.map(Interpreting::name).iter().filter(|name| Pass::named(name).is_none()));
    let known = names.contains(&text);
    if known { Ok(text.to_owned()) } else { Err(format!("there is no such pass; there are {}", names.join(", "))) }
}
