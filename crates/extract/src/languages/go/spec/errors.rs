use super::go;
use facts::ErrorKind;

#[test]
fn a_function_of_a_package_of_errors_makes_one_and_what_gives_several_results_hands_on() {
    let source = "\
import (
	\"app/apierrors\"
	\"app/errors\"
	\"app/events\"
	\"app/request\"
)
func pay(sum int) error {
	if sum < 0 { return errors.InvalidArgument(\"%d\", sum) }
	if sum < 1 { return apierrors.NotFound(\"sum\") }
	if sum < 2 { return errors.Join(first(), second()) }
	return events.ReaderRegister(sum)
}
func id(r *Request) (string, error) { return request.PathParamOrError(r, \"id\") }
func named(r *Request) (id string, err error) { return request.PathParamOrError(r, \"id\") }
func made(r *Request) (string, error) { return \"\", request.NewParamError(r, \"id\") }
";
    let it = go(source);
    let thrown: Vec<_> = it.0.errors.iter().filter(|it| it.kind == ErrorKind::Throw).map(|it| &it.text[..]).collect();
    assert_eq!(thrown, ["errors.InvalidArgument", "apierrors.NotFound", "request.NewParamError"]);
}
