//! What a method hands to its block: by `yield`, by calling it, by handing it on.

use super::{Walk, Walker, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

/// How many parameters are told of a block that is handed on.
const HANDED_ON: u32 = 3;
/// How many places of a method are told that hand something to its block.
const YIELDS: usize = 8;

/// What hands an object to a block as its `self`, and whether it hands it what it is given besides.
fn evaluates(name: &str) -> Option<bool> {
    match name {
        "instance_eval" | "class_eval" | "module_eval" => Some(false),
        "instance_exec" | "class_exec" | "module_exec" => Some(true),
        _ => None,
    }
}

impl Walk<'_, '_> {
    pub fn yielded(&mut self, node: Node) -> ValueId {
        let given = items(node).into_iter().flat_map(items).collect::<Vec<_>>();
        let values = given.iter().map(|it| self.passed(*it)).collect();
        self.hands(&given, values, None);
        self.unknown()
    }

    /// `super`, `super(…)`
    pub fn super_call(&mut self, node: Node, call: Option<Node>) -> ValueId {
        let owner = self.owner();
        let object = self.b.value(Value::Super { owner });
        let (name, params) = match self.methods.last() {
            Some(method) => {
                let text = self.b.graph.name(method.name).to_owned();
                // What the class itself has goes by a name of its own.
                let text = if method.is_static { format!("self.{text}") } else { text };
                (self.b.name(&text), method.params)
            }
            None => (self.b.name("super"), 0),
        };
        let callee = self.b.value(Value::Member { object, name });
        let word = self.b.name("super");
        let whole = call.unwrap_or(node);
        self.push_call(CallKind::Super, whole, ("super".to_owned(), start(node)), word, callee);
        if call.is_none()
            && let Some(call) = self.b.graph.calls.last_mut()
        {
            call.arguments = params;
        }
        let has_block = call.is_some_and(|call| {
            let given = field(call, "arguments").map(items).unwrap_or_default();
            field(call, "block").is_some() || given.iter().any(|it| it.kind() == "block_argument")
        });
        if !has_block && self.b.graph.name(name) == "initialize" {
            self.hands_on(callee);
        }
        let arguments = match call {
            Some(call) => self.arguments(call, Some(callee)),
            None => Vec::new(),
        };
        self.b.value(Value::Call { callee, arguments })
    }

    /// A bare call may be one of what the blocks around are run for.
    pub fn may_be_of_blocks(&mut self) {
        for at in 0..self.blocks.len() {
            let (scope, callee) = self.blocks[at];
            if self.b.graph.scopes[scope as usize].receiver.is_none() {
                let this = self.b.value(Value::CallbackParam { callee, argument: 0, position: RECEIVER });
                self.b.graph.scopes[scope as usize].receiver = Some(this);
            }
        }
    }

    /// Whether an expression is the block of the method around.
    pub fn is_block(&mut self, node: Node) -> bool {
        let block = self.methods.last().and_then(|method| method.block);
        block.is_some() && node.kind() == "identifier" && {
            let name = self.name(node);
            self.flow.get(name) == block
        }
    }

    /// `block.call(…)`, `block.(…)`
    pub fn calls_block(&mut self, receiver: Node, method: Option<Node>, call: Node, values: &[ValueId]) {
        let calls = method.is_none_or(|it| matches!(self.str(it), "call" | "yield" | "()"));
        if calls && self.is_block(receiver) {
            let given = field(call, "arguments").map(items).unwrap_or_default();
            self.hands(&given, values.to_vec(), None);
        }
    }

    /// `f(&block)`, `f(&)`
    pub fn block_handed_on(&mut self, inner: Option<Node>, callee: ValueId, values: &[ValueId]) {
        if self.methods.is_empty() || inner.is_some_and(|it| !self.is_block(it)) {
            return;
        }
        let evaluated = match self.b.graph.values[callee as usize] {
            Value::Member { object, name } => evaluates(self.b.graph.name(name)).map(|takes| (object, takes)),
            _ => None,
        };
        match evaluated {
            Some((object, true)) => self.hands(&[], values.to_vec(), Some(object)),
            Some((object, false)) => self.hands(&[], vec![object], Some(object)),
            None => self.hands_on(callee),
        }
    }

    /// The block of the method around is that of a call.
    fn hands_on(&mut self, callee: ValueId) {
        if self.methods.last().is_none_or(|it| it.yields.len() >= YIELDS) {
            return;
        }
        let mut handed = |position| self.b.value(Value::CallbackParam { callee, argument: 0, position });
        let values = (0..HANDED_ON).map(&mut handed).collect();
        let this = handed(RECEIVER);
        self.hands(&[], values, Some(this));
    }

    fn hands(&mut self, written: &[Node], values: Vec<ValueId>, this: Option<ValueId>) {
        let splat = written.iter().position(|it| it.kind() == "splat_argument");
        if self.methods.last().is_none_or(|it| it.yields.len() >= YIELDS) {
            return;
        }
        // What stands behind a list that is laid out has no known place.
        let values = values.into_iter().take(splat.unwrap_or(usize::MAX));
        let params = values.map(|value| self.b.ty(Type::Of { value })).collect();
        let mut ty = self.b.ty(Type::Function { params, returns: None });
        if let Some(value) = this {
            let receiver = self.b.ty(Type::Of { value });
            ty = self.b.ty(Type::Extension { receiver, function: ty });
        }
        if let Some(method) = self.methods.last_mut() {
            method.yields.push(ty);
        }
    }
}
