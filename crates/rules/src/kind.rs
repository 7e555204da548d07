//! What rules' facts are.

use serde::Deserialize;

/// What a call or decorator says, when a rule matches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A handler of requests by method and path.
    Endpoint,
    /// A handler of a message, a signal, an event.
    Event,
    Command,
    /// Work that is run by a queue or a clock.
    Job,
    Page,
    Component,
    /// A GraphQL resolver.
    Resolver,
    /// A method of a remote procedure call service.
    Rpc,
    /// A function that a framework calls at a point of its life.
    Hook,
    /// A path that stands before those of everything registered on the same thing.
    Prefix,
    /// What is registered on one thing is reached through another, behind a path.
    Mount,
    /// The name of a route, or of all that are registered on a thing.
    Named,
    /// What runs before the handlers that are registered on the same thing.
    Guard,
    /// Errors of what runs below end here.
    Boundary,
    /// An error is thrown by a call.
    Throw,
    /// A setting of the environment is read.
    Environment,
    /// Rows or documents are read or written.
    Data,
    /// What it is given does harm where others decide on it: a command, a statement, a path.
    Sink,
    /// A request to a server.
    Client,
    /// It gives the address of the route that goes by a name.
    Address,
    /// What stands before the paths of requests that are made with the same thing.
    ClientBase,
    /// A test puts something in the place of another thing.
    Mock,
    /// What is called there is told how to answer, or asserted to have been called.
    Stub,
    /// A class whose instances are rows or documents.
    Model,
    /// A member of a model that is kept.
    Field,
    /// A table or collection that comes into being.
    Table,
    /// A column that a table gets.
    Column,
    DropTable,
    RenameTable,
    DropColumn,
    RenameColumn,
}

impl Kind {
    /// Whether it says what models, tables and their columns are.
    pub fn is_of_models(self) -> bool {
        use Kind::*;
        matches!(self, Model | Field | Table | Column | DropTable | RenameTable | DropColumn | RenameColumn)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Endpoint => "endpoint",
            Self::Event => "event",
            Self::Command => "command",
            Self::Job => "job",
            Self::Page => "page",
            Self::Component => "component",
            Self::Resolver => "resolver",
            Self::Rpc => "rpc",
            Self::Hook => "hook",
            Self::Prefix => "prefix",
            Self::Mount => "mount",
            Self::Named => "named",
            Self::Guard => "guard",
            Self::Boundary => "boundary",
            Self::Throw => "throw",
            Self::Environment => "environment",
            Self::Data => "data",
            Self::Sink => "sink",
            Self::Client => "client",
            Self::Address => "address",
            Self::ClientBase => "client_base",
            Self::Mock => "mock",
            Self::Stub => "stub",
            Self::Model => "model",
            Self::Field => "field",
            Self::Table => "table",
            Self::Column => "column",
            Self::DropTable => "drop_table",
            Self::RenameTable => "rename_table",
            Self::DropColumn => "drop_column",
            Self::RenameColumn => "rename_column",
        }
    }
}
