use crate::languages::reading::{Read, read};

const PAGE: &str = r#"<Window x:Class="App.Views.Main"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
  xmlns:local="clr-namespace:App.Controls;assembly=App"
  xmlns:vm="using:App.Models"
  d:DataContext="{d:DesignInstance vm:MainModel}" Loaded="OnLoaded" Title="Save">
  <Window.Resources>
    <SolidColorBrush x:Key="Accent" Color="Red" />
    <Style x:Key="{x:Type Button}" TargetType="{x:Type local:Chip}" />
  </Window.Resources>
  <!-- <local:Gone/> -->
  <local:Chip x:Name="First" Click="Chip_Click">
    <Button Name="Save" Content="Save" Click="Store" local:Chip.Size="1" />
  </local:Chip>
</Window>
"#;

fn page() -> Read {
    read("Views/Main.xaml", PAGE)
}

#[test]
fn a_page_is_a_part_of_its_class_with_its_elements_as_members() {
    let it = page();
    assert_eq!(it.0.package.as_deref(), Some("App.Views"));
    assert_eq!(it.symbols(), ["Class Main", "Variable Main.Accent", "Property Main.First", "Property Main.Save"]);
    assert_eq!(it.ty(it.symbol("Main.First").declared.expect("a type")), "App?.Controls.Chip".replace('?', "") + "?");
    assert_eq!((it.symbol("Main.First").span.start.line, it.symbol("Main.First").span.end.line), (11, 13));
    assert_eq!(it.symbol("Main").span.end.line, 14);
    let imports: Vec<_> = it.0.imports.iter().map(|it| it.specifier.as_str()).collect();
    assert_eq!(imports, ["App.Controls", "App.Models"]);
}

#[test]
fn handlers_and_controls_are_uses() {
    assert_eq!(
        page().references(),
        [
            "Callback Main > as class of App.Models.MainModel?",
            "Callback Main > this<Main>.OnLoaded",
            "Callback Main > as class of App.Controls.Chip?",
            "Jsx Main > as class of App.Controls.Chip?",
            "Callback Main > this<Main>.Chip_Click",
            "Callback Main > this<Main>.Store",
        ]
    );
}

#[test]
fn what_is_readable_of_a_broken_page_is_kept() {
    let it = read("a.axaml", "<Page><Grid x:Name=\"A\"><b <c x:Name='B'/>\n");
    assert_eq!(it.symbols(), ["Property A", "Property B"]);
    assert_eq!(it.0.problems.len(), 1);
    assert!(read("b.xaml", "").symbols().is_empty());
}
