//! What the graph of a notebook says.

use crate::languages::reading::read;
use facts::ProblemKind;

const NOTEBOOK: &str = r##"{
 "cells": [
  {"cell_type": "markdown", "source": ["# def no(): pass"]},
  {
   "cell_type": "code",
   "outputs": [{"text": ["def output(): pass"]}],
   "source": [
    "%matplotlib inline\n",
    "import pandas as pd\n",
    "def load(name: str):\n",
    "    \"\"\"Reads a \\u00e9.\"\"\"\n",
    "    return pd.read_csv(\"é\", name)\n"
   ]
  },
  {"cell_type": "code", "source": ["%%bash\n", "echo $(ls)"]},
  {"cell_type": "code", "source": "!pip install x\ndata = load(\"a\")\n\tdata.head()"}
 ],
 "metadata": {"kernelspec": {"language": "python", "name": "python3"}}
}
"##;

#[test]
fn cells_are_one_module_and_positions_are_the_files() {
    let read = read("a.ipynb", NOTEBOOK);
    assert_eq!(read.symbols(), ["Function load", "Variable data"]);
    assert_eq!(read.calls(), ["load > pd.read_csv", "- > load", "- > data.head"]);
    for call in &read.0.calls {
        assert!(NOTEBOOK[call.at.byte as usize..].starts_with(read.0.name(call.name)), "{:?}", call.at);
        let line = NOTEBOOK.lines().nth(call.at.line as usize - 1).unwrap();
        assert!(line[call.at.column as usize..].starts_with(read.0.name(call.name)));
    }
    let load = read.symbol("load");
    assert_eq!((load.span.start.line, load.span.end.line), (10, 12));
    assert_eq!(load.signature, "def load(name: str)");
    assert_eq!(read.0.lines, NOTEBOOK.lines().count() as u32);
    assert_eq!(read.0.imports[0].line, 9);
}

#[test]
fn what_is_no_notebook_of_python_gives_nothing() {
    let read = |source: &str| crate::extract("a.ipynb", source.as_bytes()).unwrap();
    assert_eq!(read("").problems[0].kind, ProblemKind::GaveUp);
    assert_eq!(read("[1, 2]").problems[0].kind, ProblemKind::GaveUp);
    let r =
        r#"{"cells": [{"cell_type": "code", "source": ["f <- 1"]}], "metadata": {"kernelspec": {"language": "R"}}}"#;
    assert!(read(r).problems.is_empty() && read(r).symbols.is_empty());
    for end in 0..NOTEBOOK.len() {
        if NOTEBOOK.is_char_boundary(end) {
            read(&NOTEBOOK[..end]);
        }
    }
}

#[test]
fn a_shells_line_within_a_broken_statement_is_read_over() {
    for escape in ["?x", "??x", ";x y", ",x y", "/x y", "!!x", "!x", "%x", "%%x", "x?"] {
        for broken in ["f(a b", "f(", "[1 for", "x = (", "x = ", "def g(", "f\"{"] {
            for tail in ["", "\\ny = 1", ")\\ny = h()"] {
                let broken = broken.replace('"', "\\\"");
                let cell = format!("{broken}\\n  {escape}{tail}\\n{escape}\\n");
                let notebook = format!(r#"{{"cells": [{{"cell_type": "code", "source": "{cell}"}}]}}"#);
                assert!(crate::extract("a.ipynb", notebook.as_bytes()).is_some(), "{notebook}");
            }
        }
    }
    let commas = r#"{"cells": [{"cell_type": "code", "source": "?f\ng(1\n  , 2)\nh(a\n  / b)\n!!ls"}]}"#;
    let read = read("a.ipynb", commas);
    assert_eq!(read.calls(), ["- > g?", "- > h?"]);
    assert!(read.0.problems.is_empty());
}
