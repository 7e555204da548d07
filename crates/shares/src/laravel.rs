//! What Laravel's jobs and events are handed on by, which says so by neither a bus nor its type: a job's own
//! `SendMail::dispatch($to)`, the functions `dispatch(new SendMail($to))` and `event(new Paid($order))`, and what a class
//! has of a trait that dispatches, `$this->dispatch(new SendMail($to))`.

use crate::File;
use crate::words::{is_of_word, is_word};
use facts::rows::{Row, column};
use rustc_hash::FxHashMap;

const CALLER: usize = column("calls", "caller");
const CALLEE: usize = column("calls", "callee");
const NAME: usize = column("calls", "callee_name");
const TEXT: usize = column("calls", "callee_text");
const TARGET: usize = column("calls", "target");
const ALIAS: usize = column("imports", "alias");
const SYMBOL: usize = column("imports", "symbol");

const WORDS: [&str; 6] =
    ["dispatch", "dispatchSync", "dispatchNow", "dispatchIf", "dispatchUnless", "dispatchAfterResponse"];
const FUNCTIONS: [&str; 5] = ["dispatch", "dispatch_sync", "dispatch_now", "event", "broadcast"];

pub struct Laravel<'u> {
    imported: FxHashMap<&'u str, &'u str>,
}

impl<'u> Laravel<'u> {
    /// None: it is no file of PHP.
    pub fn of(file: &File<'u>) -> Option<Self> {
        if !file.path().ends_with(".php") {
            return None;
        }
        let rows = file.unit.rows("imports").iter();
        Some(Self { imported: rows.filter_map(|row| Some((row.escaped(ALIAS)?, row.escaped(SYMBOL)?))).collect() })
    }

    /// The class whose own method hands it on; None: it is another call, or one of which the class is not known.
    pub fn itself(&self, row: &Row<'u>) -> Option<&'u str> {
        let target = row.text(TARGET)?;
        if !row.is_null(CALLEE) || !is_own(&target) {
            return None;
        }
        let text = row.text(TEXT)?;
        let (class, method) = text.split_once("::")?;
        let mut parts = class.strip_prefix('\\').unwrap_or(class).split('\\');
        let is_path = method.strip_prefix("dispatch").is_some_and(|rest| rest.chars().all(is_of_word));
        if !is_path || !parts.all(is_word) {
            return None;
        }
        let name = class.rsplit('\\').next()?;
        if !matches!(name, "self" | "static") {
            return self.imported.get(name).copied();
        }
        let caller = row.escaped(CALLER)?;
        let end = caller.rfind('.')?;
        (end > caller.find('#')?).then(|| &caller[..end])
    }

    /// Whether it hands on what is made in its place.
    pub fn hands(&self, row: &Row) -> bool {
        let (Some(name), Some(text)) = (row.text(NAME), row.text(TEXT)) else { return false };
        let (name, text) = (&*name, &*text);
        let is_word = WORDS.contains(&name);
        if !row.is_null(CALLEE) {
            return is_word && text.strip_prefix("$this->") == Some(name);
        }
        let target = row.text(TARGET).unwrap_or_default();
        (FUNCTIONS.contains(&name) && text == name && target == name)
            || (is_word && (is_of_trait(&target) || (is_own(&target) && text.starts_with("(new "))))
    }
}

/// Whether a path is what a class that is dispatched has of the framework: `Bus\Dispatchable.dispatchIf`.
fn is_own(target: &str) -> bool {
    dispatching(target).is_some_and(|class| class == "Dispatchable")
}

/// The same of what a class has that dispatches others: `Bus\DispatchesJobs.dispatch`.
fn is_of_trait(target: &str) -> bool {
    dispatching(target)
        .is_some_and(|class| class.strip_prefix("Dispatches").is_some_and(|rest| rest.chars().all(is_of_word)))
}

/// The last name of the class of a method that dispatches.
fn dispatching(target: &str) -> Option<&str> {
    let (class, method) = target.rsplit_once('.')?;
    let rest = method.strip_prefix("dispatch")?;
    rest.chars().all(is_of_word).then(|| class.rsplit('\\').next())?
}
