//! Who sees what of a position: players and onlookers what they may, a referee everything.

use rulehound_interpreter::play;

use crate::told::Table;
use crate::view::{Decider, View, Viewer};
use crate::{Event, Misuse, Position, Question, Seat};

impl Position {
    /// What a player sees. Nothing else is in it.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn view(&self, seat: Seat) -> Result<View, Misuse> {
        let viewer = self.engine.viewer(seat.index())?;
        Ok(self.seen_by(Viewer::Seat(seat), viewer))
    }

    /// What somebody sees who looks on: what all see.
    pub fn public_view(&self) -> View {
        self.seen_by(Viewer::Public, play::Viewer::Nobody)
    }

    pub(crate) fn seen_by(&self, viewer: Viewer, engine: play::Viewer) -> View {
        let Table { phases, places, variables, .. } = Table::of(&self.game, &self.engine, engine);
        let decider = |seat: Seat| {
            // What went wrong in somebody's own decision is told where it is asked for.
            let asked = self.engine.asked(seat.index(), engine).ok().flatten();
            Decider { seat, question: asked.map(|asked| Question::new(asked, &self.game)) }
        };
        View {
            viewer,
            players: self.game.engine().instance().players.clone(),
            settings: self.game.settings(),
            phases,
            deciders: self.deciders().into_iter().map(decider).collect(),
            places,
            variables,
            outcome: self.outcome(),
        }
    }

    /// What has happened since the decision before, or since the beginning, as a player is told it.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// let seat = position.deciders()[0];
    /// position.play(&position.options(seat)?[2])?;
    /// let sentences: Vec<String> = position.events(seat)?.into_iter().filter_map(|event| event.sentence).collect();
    /// assert!(sentences.contains(&"Ann: take 3".to_owned()), "{sentences:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn events(&self, seat: Seat) -> Result<Vec<Event>, Misuse> {
        let viewer = self.engine.viewer(seat.index())?;
        Ok(self.told(viewer))
    }

    /// What has happened since the decision before, as all are told it.
    pub fn public_events(&self) -> Vec<Event> {
        self.told(play::Viewer::Nobody)
    }

    pub(crate) fn told(&self, viewer: play::Viewer) -> Vec<Event> {
        self.log.events.iter().filter_map(|event| Event::seen(event, &self.game, viewer)).collect()
    }

    /// The door to everything: for referees, studies and those who look into a game afterwards, never for players and their bots.
    ///
    /// ```
    /// use rulehound::{Contents, Rules};
    ///
    /// let text = "game \"Cards\"\nplayers 2\ncomponent Card { number: 1..9  make 2 of number = 7 }\nzone hand of each player : Card seen by owner\nphase play { for p in players { draw 1 from box to p.hand }  for p in players { turn of p { choose c in p.hand } } win nobody }";
    /// let game = Rules::from_text("cards.rules", text)?.game().build()?;
    /// let position = game.start(1)?;
    /// let ben = game.seat_of("Ben").unwrap();
    /// let seen = position.view(ben)?;
    /// let Contents::Hidden { counts, .. } = &seen.at("Ann.hand").unwrap().contents else { panic!("hidden") };
    /// assert_eq!((&*counts[0].kind, counts[0].count), ("Card", 1));
    /// let whole = position.referee().view();
    /// assert_eq!(whole.at("Ann.hand").unwrap().things()[0].component.to_string(), "card 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn referee(&self) -> Referee<'_> {
        Referee(self)
    }
}

/// Somebody who sees everything; see [`Position::referee`].
#[derive(Clone, Copy, Debug)]
pub struct Referee<'p>(&'p Position);

impl Referee<'_> {
    /// The whole position.
    pub fn view(self) -> View {
        self.0.seen_by(Viewer::Referee, play::Viewer::All)
    }

    /// All that has happened since the decision before.
    pub fn events(self) -> Vec<Event> {
        self.0.told(play::Viewer::All)
    }
}
