//! The walk itself: which node is whose business. Types are not walked: what is declared is read where it
//! is declared.

use super::templates::{defines_store, is_options};
use super::*;
use syntax::oxc::allocator::Vec as ArenaVec;
use syntax::oxc::ast::ast::Decorator as Decoration;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::{Visit, walk};
use syntax::oxc::syntax::operator::LogicalOperator;

impl<'a> Visit<'a> for Walk<'_, '_> {
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}

    fn visit_function(&mut self, f: &Function<'a>, _: ScopeFlags) {
        self.function(f);
    }

    fn visit_arrow_function_expression(&mut self, f: &ArrowFunctionExpression<'a>) {
        self.arrow(f);
    }

    fn visit_formal_parameter(&mut self, p: &FormalParameter<'a>) {
        walk::walk_formal_parameter(self, p);
        self.parameter(p);
    }

    fn visit_formal_parameter_rest(&mut self, p: &FormalParameterRest<'a>) {
        walk::walk_formal_parameter_rest(self, p);
        self.rest_parameter(p);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.class(class);
    }

    fn visit_method_definition(&mut self, m: &MethodDefinition<'a>) {
        self.method(m);
    }

    fn visit_property_definition(&mut self, p: &PropertyDefinition<'a>) {
        self.property(p);
    }

    fn visit_accessor_property(&mut self, p: &AccessorProperty<'a>) {
        self.accessor(p);
    }

    fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
        let this = self.next_this.take();
        let around = std::mem::replace(&mut self.options, this.filter(|_| is_options(object)));
        let is_given = self.given_literal.take() == Some(object.span.start);
        for property in &object.properties {
            self.is_given = is_given;
            match property {
                ObjectPropertyKind::ObjectProperty(p) => self.object_property(p, this),
                ObjectPropertyKind::SpreadProperty(it) => self.visit_expression(&it.argument),
            }
        }
        (self.options, self.is_given) = (around, false);
        self.setting_in_schema(object);
        let value = self.make_object(object);
        if this.is_none() {
            self.receive_literal(object, value);
        }
    }

    fn visit_array_expression(&mut self, list: &ArrayExpression<'a>) {
        self.next_this = None;
        walk::walk_array_expression(self, list);
        for value in list.elements.iter().filter_map(|element| element.as_expression()) {
            self.pass(value);
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        self.variables(it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.next_this = None;
        self.assigned(it);
        match &it.left {
            AssignmentTarget::StaticMemberExpression(m) => {
                self.visit_expression(&m.object);
                self.member_assignment(m, it);
            }
            AssignmentTarget::PrivateFieldExpression(m) => {
                self.visit_expression(&m.object);
                self.private_assignment(m, it);
            }
            AssignmentTarget::ComputedMemberExpression(m) => self.computed_assignment(m, it),
            left => {
                self.visit_assignment_target(left);
                self.visit_expression(&it.right);
                let value = self.passed(&it.right);
                self.assign_target(left, value);
            }
        }
        self.expect_assigned(it);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        walk::walk_ts_as_expression(self, it);
        self.expect_cast(&it.expression, &it.type_annotation);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        walk::walk_ts_satisfies_expression(self, it);
        self.expect_cast(&it.expression, &it.type_annotation);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Expression::CallExpression(call) = &it.expression {
            self.dropped_call = Some(call.span.start);
        }
        walk::walk_expression_statement(self, it);
        self.drops(it);
        self.template_part(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.next_this = None;
        let held_by = self.held_by.take();
        self.caught_later(it);
        self.undecided(it);
        let dropped = self.dropped_call.take() == Some(it.span.start);
        let elsewhere = self.extended_elsewhere(it).filter(|_| dropped);
        self.global_arguments(it);
        self.names_handed(it);
        let class = self.class_of_call(it);
        match (self.prototype_call(it, dropped), defines_store(it).zip(held_by)) {
            _ if let Some(class) = class => self.class_made(class, it),
            (Some(given), _) => self.given_methods(given, it),
            (None, Some((nth, store))) => {
                let outer = self.store.replace(store);
                self.walk_options(store, nth, it);
                self.store = outer;
            }
            (None, None) => match elsewhere {
                Some((owner, from)) => self.given_elsewhere(owner, from, it),
                None => walk::walk_call_expression(self, it),
            },
        }
        let required = self.require(it);
        let optional = it.optional || it.callee.as_member_expression().is_some_and(MemberExpression::optional);
        let kind = match it.callee.get_inner_expression() {
            Expression::Super(_) => CallKind::Super,
            _ if optional => CallKind::Optional,
            _ => CallKind::Call,
        };
        self.call(kind, &it.callee, &it.arguments, it.type_arguments.as_deref(), it.span);
        if let Some(specifier) = required {
            self.module_value(specifier, it.span);
        }
        if let Some(symbol) = class {
            let made = self.b.value(Value::Class { symbol });
            self.made.insert((it.span.start, it.span.end), made);
        }
        self.test_call(it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if !self.removes_setting(it) {
            walk::walk_unary_expression(self, it);
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        walk::walk_static_member_expression(self, it);
        self.setting(&it.object, &it.property.name, it.span);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        walk::walk_computed_member_expression(self, it);
        match &it.expression {
            Expression::StringLiteral(name) => self.setting(&it.object, &name.value, it.span),
            Expression::Identifier(name) => self.setting(&it.object, &format!("${{{}}}", name.name), it.span),
            _ => {}
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.next_this = None;
        walk::walk_new_expression(self, it);
        self.call(CallKind::New, &it.callee, &it.arguments, it.type_arguments.as_deref(), it.span);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.next_this = None;
        walk::walk_tagged_template_expression(self, it);
        self.call(CallKind::Tag, &it.tag, &[], None, it.span);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        walk::walk_import_expression(self, it);
        if let Expression::StringLiteral(specifier) = &it.source {
            self.module_value(&specifier.value, it.span);
        }
    }

    fn visit_decorator(&mut self, it: &Decoration<'a>) {
        walk::walk_decorator(self, it);
        self.decorator(it);
    }

    fn visit_jsx_opening_element(&mut self, it: &JSXOpeningElement<'a>) {
        walk::walk_jsx_opening_element(self, it);
        self.element(it);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        walk::walk_jsx_element(self, it);
        self.expect_attributes(it);
    }

    fn visit_jsx_expression_container(&mut self, it: &JSXExpressionContainer<'a>) {
        walk::walk_jsx_expression_container(self, it);
        if let Some(value) = it.expression.as_expression() {
            self.pass(value);
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        walk::walk_return_statement(self, it);
        if let Some(value) = &it.argument {
            self.expect_result(value);
            let value = self.passed(value);
            self.returned(value);
        }
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        walk::walk_yield_expression(self, it);
        if let Some(argument) = &it.argument {
            let mut value = self.value(argument);
            if it.delegate {
                value = self.b.value(Value::Item { object: value, position: 1 });
            }
            self.yielded(value);
        }
    }

    fn visit_statements(&mut self, all: &ArenaVec<'a, Statement<'a>>) {
        self.come_past(all);
        walk::walk_statements(self, all);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.branches(it);
        self.conditions.push(self.frames.len());
        walk::walk_if_statement(self, it);
        self.conditions.pop();
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.looped(|walk| walk::walk_for_statement(walk, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.names_looped(&it.left, &it.right, it.span);
        self.looped(|walk| walk::walk_for_in_statement(walk, it));
        self.loop_variable(&it.left, &it.right, false);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.names_listed(&it.left, &it.right);
        self.looped(|walk| walk::walk_for_of_statement(walk, it));
        self.loop_variable(&it.left, &it.right, true);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.only_asked(&it.test);
        self.looped(|walk| walk.while_holds(it));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.looped(|walk| walk::walk_do_while_statement(walk, it));
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.cases(it);
        walk::walk_switch_statement(self, it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        if it.test.is_some() {
            self.b.branch();
        }
        walk::walk_switch_case(self, it);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        self.b.branch();
        self.caught(it, |visit| walk::walk_catch_clause(visit, it));
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        walk::walk_throw_statement(self, it);
        self.thrown(it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.chooses(it);
        self.chosen += 1;
        walk::walk_conditional_expression(self, it);
        self.chosen -= 1;
        self.pass(&it.consequent);
        self.pass(&it.alternate);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.combines(it);
        let is_condition = u32::from(it.operator == LogicalOperator::And);
        self.chosen += is_condition;
        walk::walk_logical_expression(self, it);
        self.chosen -= is_condition;
        if it.operator != LogicalOperator::And {
            self.pass(&it.left);
        }
        self.pass(&it.right);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.import_declaration(it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.import_equals(it);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        self.lead = Lead { start: Some(it.span.start), exported: true, default: false };
        walk::walk_export_declaration(self, it);
        self.lead = Lead::default();
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.export_default(it);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.export_names(it);
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.export_from(it);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.export_all(it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        walk::walk_ts_export_assignment(self, it);
        self.export_assignment(it);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.enumeration(it);
    }

    fn visit_ts_interface_declaration(&mut self, it: &TSInterfaceDeclaration<'a>) {
        self.interface(it);
    }

    fn visit_ts_type_alias_declaration(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        self.type_alias(it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.namespace(it);
    }

    fn visit_ts_external_module_declaration(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        let symbol = self.symbol(SymbolKind::Namespace, &it.id.value, it.id.span.start, it.span);
        self.ambient_module(symbol, it.id.span.end, it.scope_id.get(), it.body.as_deref());
    }

    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        let symbol = self.symbol(SymbolKind::Namespace, "global", it.global_span.start, it.span);
        self.ambient_module(symbol, it.global_span.end, it.scope_id.get(), Some(&it.body));
    }
}
