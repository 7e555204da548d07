use super::java;
use facts::*;

#[test]
fn imports_say_from_where_and_what() {
    let it = java(
        "package a.b.c;
import java.util.List;
import java.io.*;
import static org.junit.Assert.assertEquals;
import static a.B.*;
import /* odd */ x . y . Z;
class A {}
",
    );
    assert_eq!(it.0.package.as_deref(), Some("a.b.c"));
    let imports = it.0.imports.iter().map(|import| {
        let names = import.names.iter().map(|name| match name.imported {
            Imported::Name(id) => it.0.name(id).to_owned(),
            Imported::All => "*".to_owned(),
            _ => "?".to_owned(),
        });
        format!("{} {} {}", import.line, import.specifier, names.collect::<Vec<_>>().join(" "))
    });
    assert_eq!(
        imports.collect::<Vec<_>>(),
        ["2 java.util List", "3 java.io *", "4 org.junit.Assert assertEquals", "5 a.B *", "6 x.y Z"]
    );
}

#[test]
fn a_mark_of_a_generator_is_told() {
    assert!(java("import javax.annotation.Generated;\n@Generated(\"tool\") class A {}").0.is_generated);
    assert!(!java("class A { @Generated void m() {} }").0.is_generated);
}
