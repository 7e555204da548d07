//! The annotations that have the build make members of a class, and what their elements are called.

/// What an annotation has made: of the class that it stands on, or of the one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// A method that reads each field.
    Readers,
    /// One that sets each field that can be set.
    Writers,
    /// One that gives a copy in which a field is another.
    Copiers,
    /// A constructor that is given these fields.
    Constructor(Takes),
    /// The same where the class has none, neither written nor made by another annotation.
    LastConstructor(Takes),
    /// A class inside that is told the fields one by one. `inherits`: those of the bases, too.
    Builder { inherits: bool },
    /// A variable that the class and all inside of it see.
    Variable { name: &'static str, ty: &'static str },
    /// Nothing: it says how readers and writers are named and what writers give.
    Naming,
    /// Nothing: fields are not set again.
    Fixed,
    /// Nothing: a constructor has to be given the field.
    Required,
    /// Nothing: a builder can be told the field's items one by one.
    Items,
}

/// The fields that a constructor takes, of those that belong to instances and are not given a value for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    All,
    /// Those that have to be given one.
    Required,
    Nothing,
}

/// What stands for none of the access levels: the member is not made.
pub const UNMADE: &str = "NONE";
/// The elements that say what is made is named, or how.
pub const FLUENT: &str = "fluent";
pub const CHAIN: &str = "chain";
pub const PREFIX: &str = "prefix";
pub const STATIC_NAME: &str = "staticName";
pub const BUILDER_CLASS: &str = "builderClassName";
pub const BUILDER_METHOD: &str = "builderMethodName";
pub const BUILD_METHOD: &str = "buildMethodName";
pub const SETTER_PREFIX: &str = "setterPrefix";
pub const TO_BUILDER: &str = "toBuilder";

const LOGGER: Makes = Makes::Variable { name: "log", ty: "org.slf4j.Logger" };
const LOG4J2: Makes = Makes::Variable { name: "log", ty: "org.apache.logging.log4j.Logger" };

/// Annotations by their whole names.
pub const MAKERS: &[(&str, &[Makes])] = &[
    ("lombok.Getter", &[Makes::Readers]),
    ("lombok.Setter", &[Makes::Writers]),
    ("lombok.Data", &[Makes::Readers, Makes::Writers, Makes::LastConstructor(Takes::Required)]),
    ("lombok.Value", &[Makes::Fixed, Makes::Readers, Makes::LastConstructor(Takes::All)]),
    ("lombok.With", &[Makes::Copiers]),
    ("lombok.experimental.Wither", &[Makes::Copiers]),
    ("lombok.Builder", &[Makes::Builder { inherits: false }, Makes::LastConstructor(Takes::All)]),
    ("lombok.experimental.Builder", &[Makes::Builder { inherits: false }, Makes::LastConstructor(Takes::All)]),
    ("lombok.experimental.SuperBuilder", &[Makes::Builder { inherits: true }]),
    ("lombok.Singular", &[Makes::Items]),
    ("lombok.AllArgsConstructor", &[Makes::Constructor(Takes::All)]),
    ("lombok.RequiredArgsConstructor", &[Makes::Constructor(Takes::Required)]),
    ("lombok.NoArgsConstructor", &[Makes::Constructor(Takes::Nothing)]),
    ("lombok.NonNull", &[Makes::Required]),
    ("lombok.experimental.Accessors", &[Makes::Naming]),
    ("lombok.extern.slf4j.Slf4j", &[LOGGER]),
    ("lombok.extern.slf4j.XSlf4j", &[Makes::Variable { name: "log", ty: "org.slf4j.ext.XLogger" }]),
    ("lombok.extern.log4j.Log4j", &[Makes::Variable { name: "log", ty: "org.apache.log4j.Logger" }]),
    ("lombok.extern.log4j.Log4j2", &[LOG4J2]),
    ("lombok.extern.java.Log", &[Makes::Variable { name: "log", ty: "java.util.logging.Logger" }]),
    (
        "lombok.extern.apachecommons.CommonsLog",
        &[Makes::Variable { name: "log", ty: "org.apache.commons.logging.Log" }],
    ),
    ("lombok.extern.jbosslog.JBossLog", &[Makes::Variable { name: "log", ty: "org.jboss.logging.Logger" }]),
    ("lombok.extern.flogger.Flogger", &[Makes::Variable { name: "log", ty: "com.google.common.flogger.FluentLogger" }]),
];
