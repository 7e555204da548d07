//! What rules say that shares are made by.

use crate::said::choices::rules::Choices;
use crate::tests::rules::TestRules;
use crate::wraps::rules::WrapperRules;
use std::cell::RefCell;
use std::rc::Rc;

/// As `scripts/gen-rules.mjs` compiles them.
#[derive(Debug, Default)]
pub struct Rules {
    pub(crate) tests: TestRules,
    pub(crate) choices: Choices,
    pub(crate) wrappers: WrapperRules,
}

impl Rules {
    /// Reads what calls in tests mean, choices among libraries, and what wrappers are for; None: some are damaged.
    pub fn read([tests, choices, wrappers]: &[&str; 3]) -> Option<Self> {
        Some(Self {
            tests: TestRules::read(tests)?,
            choices: Choices::read(choices)?,
            wrappers: WrapperRules::read(wrappers)?,
        })
    }

    /// As [`Rules::read`], and none where they are damaged. The last answer of the thread is remembered.
    pub fn read_once(json: &[&str; 3]) -> Rc<Self> {
        thread_local!(static LAST: RefCell<([String; 3], Rc<Rules>)> = RefCell::default());
        LAST.with_borrow_mut(|(of, last)| {
            if of.iter().ne(json) {
                *last = Rc::new(Self::read(json).unwrap_or_default());
                *of = json.map(str::to_owned);
            }
            Rc::clone(last)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_once() {
        let first = Rules::read_once(&["[]", "[]", "[]"]);
        assert!(Rc::ptr_eq(&first, &Rules::read_once(&["[]", "[]", "[]"])));
        assert!(!Rc::ptr_eq(&first, &Rules::read_once(&["[]", "[]", "["])));
        assert!(Rules::read(&["[]", "[", "[]"]).is_none());
    }
}
