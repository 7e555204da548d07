//! Templates that stand in files of their own.

/// What the paths of templates tell.
#[derive(Debug)]
pub struct Templates {
    /// The folder of all templates; the folders in it are called like what has them shown.
    pub folder: &'static str,
    /// How classes that have templates shown are called: behind the name of their folder.
    pub suffixes: &'static [&'static str],
    /// Calls that have templates shown, with locals by their names.
    pub shows: &'static [&'static str],
    /// The folder of modules whose methods all templates beside have.
    pub modules: &'static str,
}
