use super::*;

#[test]
fn a_clause_is_found_by_the_last_name_and_fits_the_whole_path() {
    let rules = Rules::read(
        r#"[{"kind":"endpoint","framework":"Express","languages":["typescript"],"call":["express.**.get"],
            "route":"0","handler":"-1","method":"name"}]"#,
    )
    .unwrap();
    let found = |path: &str, language: &str| rules.of_call(path, language).count();
    assert_eq!(found("express.Router.get", "typescript"), 1);
    assert_eq!(found("express.get", "typescript"), 1);
    assert_eq!(found("express.Router.get.json", "typescript"), 0);
    assert_eq!(found("koa.Router.get", "typescript"), 0);
    assert_eq!(found("express.Router.get", "python"), 0);
    assert_eq!(found("shop.vendor.express.get", "typescript"), 1);
    assert_eq!(found("shop.vendor", "typescript"), 0);
    assert_eq!(rules.of_decorator("express.get", "typescript").count(), 0);
    assert!(Rules::read("[{").is_none());
}

#[test]
fn the_same_lists_are_read_once() {
    let of = |call: &str| format!(r#"[{{"kind":"data","languages":["php"],"call":["{call}"]}}]"#);
    let [first, second] = [of("Model.all"), of("Row.all")];
    let read = Rules::read_once([&first, ""]);
    assert!(Rc::ptr_eq(&read, &Rules::read_once([&first, ""])));
    assert_eq!(Rules::read_once([&first, &second]).of_call("Row.all", "php").count(), 1);
    assert_eq!(Rules::read_once([&first, ""]).of_call("Row.all", "php").count(), 0);
}

#[test]
fn a_clause_is_not_about_what_it_leaves_out() {
    let rules = Rules::read(
        r#"[{"kind":"data","framework":"Rows","languages":["php"],"call":["Model.**.count"],"but":["**.get.**"]},
            {"kind":"environment","languages":["php"],"call":["env"],"otherwise":"or"}]"#,
    )
    .unwrap();
    let paths = ["Model.where.count", "Model.where.get.count"];
    assert_eq!(paths.map(|path| rules.of_call(path, "php").count()), [1, 0]);
    assert_eq!([rules.otherwise("php"), rules.otherwise("go")], ["or", ""]);
}
