//! What is told of reStructuredText, as lines `kind subject (value) confidence`.

use crate::{Document, Kind, read};

fn told(document: &Document) -> Vec<String> {
    let claims = document.claims.iter();
    let told = claims.map(|it| {
        let value = it.value.as_ref().filter(|_| it.kind != Kind::CodeBlock);
        let value = value.map(|value| format!(" ({value})")).unwrap_or_default();
        format!("{} {} {}{value} {}", it.line, it.kind.word(), it.subject, it.confidence)
    });
    told.collect()
}

#[test]
fn literals_roles_and_links_claim_and_comments_do_not() {
    let text = "
Shop
====

See ``src/cart/total.py``, :func:`~shop.cart.total` and
:class:`.Cart`, :meth:`the cart's sum <shop.Cart.sum>`, :envvar:`SHOP_HOME`, :file:`docs/conf.py`.

Not :exc:`ValueError`, :class:`datetime.datetime`, :class:`django.http.HttpRequest`, :attr:`name`, :ref:`src/a/b.py`,
:cpp:class:`a::B` or `Products.all <https://elsewhere.dev>`_.

.. ``src/hidden.py``
.. _target: ../src/linked.py
.. image:: img/logo.png
   :alt: ``src/alt.py``

.. unknown:: ``src/unknown.py``

   ``src/unknown.py``
";
    assert_eq!(
        told(&read("docs/a.rst", text)),
        [
            "5 path src/cart/total.py 90",
            "5 symbol shop.cart.total 75",
            "6 symbol Cart 65",
            "6 symbol shop.Cart.sum 75",
            "6 config_key SHOP_HOME (environment) 90",
            "6 path docs/conf.py 90",
            "12 path src/linked.py 95",
            "13 path docs/img/logo.png 95",
        ]
    );
}

#[test]
fn declarations_go_by_the_class_that_they_stand_in() {
    let text = "
.. currentmodule:: requests

.. autofunction:: requests.get
.. class:: Session(a, b)

   .. method:: send(request, **kwargs) -> Response

   .. py:attribute:: Session.auth
.. function:: async head(url)
.. data:: django.conf
.. attribute:: basket
";
    assert_eq!(
        told(&read("a.rst", text)),
        [
            "4 symbol requests.get 85",
            "5 symbol Session 85",
            "7 symbol Session.send 85",
            "9 symbol Session.auth 85",
            "10 symbol head 85",
        ]
    );
}

#[test]
fn code_stands_in_directives_behind_two_colons_and_behind_prompts() {
    let text = "
.. code-block:: bash
   :linenos:

   $ pip install shop
   $ make docs

.. note::
   Run it::

       $ npm run build

   and read on in ``src/a/b.py``.

.. highlight:: python

Then::

    from shop import Cart
    Cart()

>>> import shop
>>> shop.run()
";
    let document = read("a.rst", text);
    assert_eq!(
        told(&document),
        [
            "5 dependency shop (pip) 80",
            "6 command docs (target) 85",
            "11 command build (script) 85",
            "13 path src/a/b.py 90",
            "19 code_block python 90",
            "22 code_block python 90",
        ]
    );
    assert_eq!((document.claims[4].end_line, &document.claims[4].names[..]), (20, &["shop.Cart".to_owned()][..]));
}

#[test]
fn what_the_document_makes_up_or_asks_for_is_not_of_the_repository() {
    let text = "
::

    class Account(Base):
        SHOP_SIZE = 3

``Account.entries`` and ``Account::close()``, not ``Cart.total``. Ensure that you have:

* Added a :file:`app/models.py`
";
    assert_eq!(told(&read("a.rst", text)), ["7 symbol Cart.total 70"]);
}

#[test]
fn tables_have_heads_and_headings_have_levels() {
    let text = "
#####
Title
#####

First
=====

=============  ====
Variable       What
=============  ====
``CACHE_DIR``  a
=============  ====

Second
------

+----------------+------+
| Env            | What |
+================+======+
| ``CACHE_SIZE`` | b    |
+----------------+------+

Third ``x``
===========
";
    let document = read("a.rst", text);
    let expected = ["12 config_key CACHE_DIR (environment) 90", "21 config_key CACHE_SIZE (environment) 90"];
    assert_eq!(told(&document), expected);
    let sections: Vec<String> =
        document.sections.iter().map(|it| format!("{} {}", it.level, it.headings.join(" > "))).collect();
    assert_eq!(sections, ["0 ", "1 Title", "2 Title > First", "3 Title > First > Second", "2 Title > Third x"]);
    assert_eq!((document.title.as_deref(), document.format.word()), (Some("Title"), "restructuredtext"));
}

#[test]
fn hostile_documents_are_read_in_bounded_time() {
    let many = 20_000;
    let texts = [
        "`".repeat(many) + "a",
        "`a ".repeat(many),
        ":a:`".repeat(many),
        "``a`` ".repeat(many),
        "a::\n\n".repeat(many),
        ".. note::\n".repeat(many),
        ".. class:: A\n :x: 1\n".repeat(many / 4),
        (0..1_000).map(|at| " ".repeat(at) + ".. note::\n").collect(),
        (0..1_000).map(|at| " ".repeat(at) + "a::\n\n").collect(),
        "== =\na\n".repeat(many),
        "+-+\n| a\n".repeat(many),
        "===\n".repeat(many),
        "a\n===\n".repeat(many),
        ">>> a\n".repeat(many),
        ".. _a: b.py\n".repeat(many),
        "..\n\u{a0}\u{3000}é\t`é\u{1f600}`_ <`<>`_\n".repeat(3_000),
    ];
    for text in &texts {
        let document = read("README.rst", text);
        assert!(document.claims.len() <= 2_000 && document.sections.len() <= 1_001);
        assert!(document.claims.iter().all(|it| it.line <= it.end_line && it.section < document.sections.len()));
    }
}
