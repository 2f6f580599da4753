//! The functions of a module, and those of the host that it asks.

use rulehound_interpreter::program::FrameId;

use super::call::Gives;
use super::{Emit, Emitter, Fun, Within, lot, playout};

/// What is imported: functions of the host, each with its number of parameters; all give a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Import {
    SortStanding,
    OfferAlike,
    AlikeBefore,
    Normalize,
    Lift,
    Put,
    Leave,
    RunningPlan,
    Draw,
    SortRows,
    Win,
    GatherStart,
    MemoFind,
    MemoKeep,
    MemoClear,
    Unshuffled,
    Refill,
    Chance,
    Note,
    Forget,
    Noted,
}

/// All imports in order, by name, with how many numbers they take.
pub const IMPORTS: [(Import, &str, u32); 21] = [
    (Import::SortStanding, "sort_standing", 3),
    (Import::OfferAlike, "offer_alike", 3),
    (Import::AlikeBefore, "alike_before", 4),
    (Import::Normalize, "normalize", 1),
    (Import::Lift, "lift", 3),
    (Import::Put, "put", 4),
    (Import::Leave, "leave", 2),
    (Import::RunningPlan, "running_plan", 2),
    (Import::Draw, "draw", 2),
    (Import::SortRows, "sort_rows", 4),
    (Import::Win, "win", 4),
    (Import::GatherStart, "gather_start", 4),
    (Import::MemoFind, "memo_find", 1),
    (Import::MemoKeep, "memo_keep", 2),
    (Import::MemoClear, "memo_clear", 1),
    (Import::Unshuffled, "unshuffled", 4),
    (Import::Refill, "refill", 1),
    (Import::Chance, "chance", 1),
    (Import::Note, "note", 2),
    (Import::Forget, "forget", 2),
    (Import::Noted, "noted", 2),
];

/// A function of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// From here to the next stop, with what the globals should be.
    Go,
    /// From the beginning to the end of a random game.
    Playout,
    /// From any stop on, bots and chance deciding, to where they cannot.
    Onward,
    /// A random number.
    Below,
    /// A `simultaneous` among bots: a bit for each who takes part, where that is how they are known.
    PlaySecrets(u32),
    /// The secret block of one of them.
    PlaySecret(u32),
    /// From here to the next stop.
    Run,
    /// A body played whole by bots.
    Body(FrameId),
    /// Binds a legal candidate and stands behind the decision.
    Take,
    /// A definition that gives a value.
    Value(u32),
    /// A definition that gives a set, and onto which stack.
    Set(u32, bool),
    /// A definition that gives places of which is only asked how many they are.
    Places(u32),
    /// What is allowed at a decision.
    Allowed(u32),
    /// The first of it.
    First(u32),
    /// What a lot gives of it.
    Lot(u32),
    /// What is legal at the decision that the machine stands at.
    Legal,
    /// Those of what is allowed that are best for the plan that runs.
    BestOfPlan,
    /// Takes an option of a decision and runs on to the next stop of a search.
    Along(u32),
    /// Tells the best keys that can be reached from a stop.
    ReachFrom,
    /// Runs on and tells the best keys that can be reached.
    Reach,
    /// The same at a decision.
    ReachChoice,
    /// The keys reached here.
    PlanKeys,
    /// Whether the keys reached are enough.
    IsEnough,
    /// Looks ahead from the beginning of a plan.
    PlanStart,
    /// The keys that an option of a decision leads to, if that can be told without doing it.
    Foretell(u32),
    /// Puts a component somewhere.
    Relocate,
    /// Marks the components that are held.
    Hold,
    /// Sorts tuples by so many keys, which are then taken out; so many words are left of each.
    SortRows(u32, u32),
    /// Sorts components that stand by place and number.
    SortPlain,
    /// Sorts components of a kind by all they stand by, and whether names may hold some.
    Stand(u32, bool),
    /// Keeps of components that are alike only the first.
    Unlike,
    /// The same of a kind of which something changes.
    UnlikeStates(u32),
    /// Makes numbers of components not matter.
    Normalize,
    /// Looks at all `when`.
    Whens,
    /// Who sees something of an audience.
    Audience,
    /// Whether the reader sees what lies in a place.
    PlaceSeen,
    /// Whether the reader sees the top of a pile.
    TopSeen,
    /// Whether the reader sees a component.
    ComponentSeen,
    /// Whether the reader sees a feature that has an audience of its own.
    FeatureSeen,
}

impl Emitter<'_> {
    pub(super) fn signature(&self, function: Function) -> (u32, bool) {
        let arguments = |definition: u32| {
            let found = self.program.instance.model.definitions.get(definition as usize);
            1 + found.map_or(0, |it| u32::try_from(it.parameters.len()).unwrap_or(0))
        };
        match function {
            Function::Go => (5, true),
            Function::Body(_) | Function::Run | Function::Legal | Function::Playout | Function::Onward => (1, true),
            Function::Below | Function::PlaySecrets(_) | Function::PlaySecret(_) | Function::Lot(_) => (2, true),
            Function::Take => (3, false),
            Function::Value(definition) => (arguments(definition), true),
            Function::Set(definition, _) | Function::Places(definition) => (arguments(definition), false),
            Function::Allowed(_) | Function::First(_) => (1, true),
            Function::BestOfPlan => (3, true),
            Function::Reach | Function::ReachChoice => (2, true),
            Function::PlanKeys => (1, false),
            Function::IsEnough => (1, true),
            Function::PlanStart | Function::Foretell(_) => (2, true),
            Function::Along(_) | Function::ReachFrom => (3, true),
            Function::Relocate => (4, true),
            Function::Hold => (1, true),
            Function::SortPlain | Function::Stand(..) => (3, false),
            Function::Unlike | Function::UnlikeStates(_) | Function::SortRows(..) => (3, true),
            Function::Normalize => (1, false),
            Function::Whens => (2, true),
            Function::Audience => (4, true),
            Function::PlaceSeen | Function::TopSeen | Function::ComponentSeen => (2, true),
            Function::FeatureSeen => (3, true),
        }
    }

    pub(super) fn body(&mut self, function: Function) -> Emit<Fun> {
        self.other_side = false;
        self.copies = 1;
        self.within = Within::Any;
        self.running = match function {
            Function::Allowed(choice) | Function::First(choice) | Function::Lot(choice) => self.where_chosen(choice),
            _ => None,
        };
        match function {
            Function::Go => self.go(),
            Function::Playout => self.playout(),
            Function::Onward => playout::onward(self),
            Function::Below => self.below(),
            Function::PlaySecrets(id) => self.play_secrets(id),
            Function::PlaySecret(id) => self.play_secret(id),
            Function::Run => self.run(),
            Function::Body(frame) => self.body_alone(frame),
            Function::Take => self.take(),
            Function::Value(definition) => self.definition(definition, Gives::Value),
            Function::Places(definition) => self.definition(definition, Gives::Places),
            Function::Set(definition, side) => {
                self.other_side = side;
                self.definition(definition, Gives::List)
            }
            Function::Allowed(choice) => self.allowed(choice, false),
            Function::First(choice) => self.allowed(choice, true),
            Function::Lot(choice) => lot::function(self, choice),
            Function::Legal => self.legal(),
            Function::BestOfPlan => self.best_of_plan(),
            Function::Along(choice) => self.go_along_option(choice),
            Function::ReachFrom => self.reach_from(),
            Function::Reach => self.reach(),
            Function::ReachChoice => self.reach_choice(),
            Function::PlanKeys => self.plan_keys(),
            Function::IsEnough => self.is_enough(),
            Function::PlanStart => self.plan_start(),
            Function::Foretell(choice) => self.foretell(choice),
            Function::Relocate => self.relocate(),
            Function::Hold => self.hold(),
            Function::SortPlain => self.sort_plain(),
            Function::SortRows(keys, width) => self.sort_rows(keys, width),
            Function::Unlike => self.unlike(),
            Function::Stand(kind, held) => self.stand(kind, held),
            Function::UnlikeStates(kind) => self.unlike_states(kind),
            Function::Normalize => self.normalize(),
            Function::Whens => self.whens(),
            Function::Audience => self.audiences(),
            Function::PlaceSeen => self.place_seen(),
            Function::TopSeen => self.top_seen(),
            Function::ComponentSeen => self.component_seen(),
            Function::FeatureSeen => self.feature_seen(),
        }
    }
}
