//! What the graph of a component says.

use crate::languages::reading::{Read, read};

fn lines(list: Vec<String>) -> String {
    list.join("\n")
}

fn positions_are_the_files(read: &Read, source: &str) {
    for call in &read.0.calls {
        let name = read.0.name(call.name);
        assert!(source[call.at.byte as usize..].starts_with(name), "{name} at {:?}", call.at);
    }
}

#[test]
fn a_vue_template_calls_and_passes_on_what_the_script_declares() {
    let source = r#"<template>
  <MyList :items="sorted(items)" @pick="pick" @close="close(); log('x')">
    <my-item v-for="(item, i) in load()" :key="item.id" :label="{ text: label(item) }">{{ item.name() }} {{ format(i) }}</my-item>
    <template #foot="{ format, save: store }">{{ format(1) }}{{ store() }}</template>
    <router-link to="/">don't {{ broken( }}</router-link>
    <input v-model="text" @input="e => pick(e)">
  </MyList>
</template>
<script lang="ts">
export const shared = 1;
</script>
<script setup lang="ts">
import MyList from './MyList.vue'
import MyItem from "./MyItem.vue";
import { format, label } from './format';
const items: string[] = [];
function sorted(list: string[]) { return list }
function pick() {} function close() {} function log(x: string) {} function load() { return [] }
</script>
<style>a { color: red }</style>
"#;
    let read = read("src/TodoList.vue", source);
    positions_are_the_files(&read, source);
    assert_eq!(
        lines(read.symbols()),
        "Class TodoList\nVariable shared\nVariable items\nFunction sorted\nFunction pick\nFunction close\nFunction log\nFunction load"
    );
    assert_eq!(
        lines(read.calls()),
        "TodoList > sorted\nTodoList > close\nTodoList > log\nTodoList > load\nTodoList > label\nTodoList > unknown.name\n\
         TodoList > format\nTodoList > unknown\nTodoList > unknown\nTodoList > pick"
    );
    assert_eq!(
        lines(read.references()),
        "Jsx TodoList > MyList\nCallback TodoList > pick\nJsx TodoList > MyItem\nJsx TodoList > RouterLink?"
    );
    assert_eq!(read.0.exports.len(), 2);
    assert!(read.0.problems.is_empty(), "{:?}", read.0.problems);
    assert_eq!(read.0.calls[0].at.line, 2);
}

#[test]
fn functions_of_vue_options_are_the_components() {
    let read = read(
        "Old.vue",
        r#"<template><button @click="save">{{ total }} {{ show(total) }}</button></template>
<script>
import { defineComponent } from "vue";
export default defineComponent({
  data() { return { a: this.load() } },
  computed: { total() { return this.show(1) } },
  methods: { save() { this.load() }, load() {}, show: (x) => x },
});
</script>"#,
    );
    assert_eq!(
        lines(read.symbols()),
        "Class Old\nMethod Old.data\nMethod Old.total\nMethod Old.save\nMethod Old.load\nMethod Old.show"
    );
    assert_eq!(
        lines(read.calls()),
        "Old > this<Old>.show\nOld > defineComponent\nOld.data > this<Old>.load\nOld.total > this<Old>.show\nOld.save > this<Old>.load"
    );
}

#[test]
fn a_svelte_markup_holds_expressions_and_blocks() {
    let source = r#"<script context="module">
  export function preload() {}
</script>
<script lang="ts">
  import Card from './Card.svelte';
  import { fade } from 'svelte/transition';
  import { count } from './stores';
  export let items: string[] = [];
  const save = () => {};
  $: doubled = twice($count);
  function twice(x: number) { return x * 2 }
</script>
{#if twice(1) > 2}
  {#each list(items) as { id, name }, at (id)}
    <Card on:click={save} onclick={() => save()} title="a {twice(2)} b" {...extra()} {@attach twice(5)} style={{ a: twice(3) }} bind:value={text} />
    {name.trim()}{at()}
  {:else}
    {@html render(items)}
  {/each}
{:else if twice(4)}
  {#await load() then data}{data.go()}{/await}
  {#snippet row(x)}<p transition:fade={{ duration: 1 }}>{x()}</p>{/snippet}
  {@render row(save())}
{/if}
"#;
    let read = read("App.svelte", source);
    positions_are_the_files(&read, source);
    assert_eq!(
        lines(read.calls()),
        "App > twice\nApp > twice\nApp > list?\nApp > save\nApp > twice\nApp > extra?\nApp > twice\nApp > twice\nApp > unknown.trim\n\
         App > unknown\nApp > render?\nApp > twice\nApp > load?\nApp > unknown.go\nApp > unknown\nApp > unknown\nApp > save"
    );
    assert_eq!(lines(read.references()), "Jsx App > Card\nCallback App > save\nCallback App > fade");
    assert!(read.0.problems.is_empty(), "{:?}", read.0.problems);
}

#[test]
fn an_astro_page_has_a_script_between_fences() {
    let source = r#"---
import Layout from "../layouts/Layout.astro";
import Card from "../components/Card";
const posts = await load();
function load() { return [] }
---
<!doctype html>
<Layout title={title("don't")}>
  {posts.map((post) => <Card post={post} href={link(post)} />)}
  <p>isn't {load()}</p>
</Layout>
<script>start();</script>
<script is:inline>ignored();</script>
"#;
    let read = read("pages/index.astro", source);
    positions_are_the_files(&read, source);
    assert_eq!(
        lines(read.calls()),
        "index > load\nindex > title?\nindex > posts.map\nindex > link?\nindex > load\nindex > start?"
    );
    assert_eq!(lines(read.references()), "Jsx index > Layout\nJsx index > Card");
}

#[test]
fn a_component_without_a_script_is_one_all_the_same() {
    let read = read("Plain.vue", "<template><p>{{ x }</p></template");
    assert_eq!(lines(read.symbols()), "Class Plain");
    assert_eq!(read.0.exports.len(), 1);
    for source in ["", "<", "<script", "<script>", "<template>", "---", "---\n", "{", "{#each", "<a {", "<a b={", "<é"]
    {
        for path in ["a.vue", "a.svelte", "a.astro"] {
            assert!(crate::extract(path, source.as_bytes()).is_some());
        }
    }
}

#[test]
fn broken_scripts_are_read_as_far_as_they_can_be() {
    let read = read("A.vue", "<template>{{ go() }}</template>\n<script setup>\nfunction go() {}\nconst = ;\n</script>");
    assert!(read.symbols().contains(&"Function go".to_owned()));
    assert!(!read.0.problems.is_empty());
}
