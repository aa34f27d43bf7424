/** What languages of code are called, by the words that a fence may carry. */

/** Each line: the name that is shown, then its words. A language without a line is shown as it was typed. */
const table = `
ABAP: abap
Ada: ada ada95 ada2005
ANTLR: antlr
ApacheConf: apacheconf aconf apache
AppleScript: applescript
Awk: awk gawk mawk nawk
Bash: bash sh ksh zsh shell
Bash Session: console shell-session
Batchfile: bat batch dosbatch winbatch
BibTeX: bib bibtex
Brainfuck: brainfuck bf
C: c
C#: csharp c# cs
C++: cpp c++
Clojure: clojure clj
CMake: cmake
COBOL: cobol
CoffeeScript: coffeescript coffee coffee-script
Common Lisp: common-lisp cl lisp
Crystal: cr crystal
CSS: css
CSV: csv
Cuda: cuda cu
Cython: cython pyx pyrex
D: d
Dart: dart
Debian Control file: debcontrol control
Diff: diff udiff
Docker: docker dockerfile
Elixir: elixir ex exs
Elm: elm
EmacsLisp: emacs-lisp elisp emacs
Erlang: erlang
F#: fsharp f#
Fortran: fortran f90
GAP: gap
Gherkin: gherkin cucumber
GLSL: glsl
Go: go golang
GraphQL: graphql
Groovy: groovy
Haskell: haskell hs
HTML: html
HTTP: http
IDL: idl
Idris: idris idr
INI: ini cfg dosini
Io: io
J: j
Java: java
JavaScript: javascript js
JSON: json json-object
JSON-LD: jsonld json-ld
Julia: julia jl
Kotlin: kotlin
Lean: lean lean3
LLVM: llvm
Lua: lua
Makefile: make makefile mf bsdmake
Markdown: markdown md
Mathematica: mathematica mma nb
Matlab: matlab
Nginx configuration file: nginx
Nim: nimrod nim
Nix: nixos nix
NumPy: numpy
Objective-C: objective-c objectivec obj-c objc
OCaml: ocaml
Octave: octave
Perl: perl pl
Perl6: perl6 pl6 raku
PHP: php php3 php4 php5
PostgreSQL SQL dialect: postgresql postgres
PowerShell: powershell pwsh posh ps1 psm1
Prolog: prolog
Properties: properties jproperties
Protocol Buffer: protobuf proto
Puppet: puppet
Python: python py sage python3 py3 bazel starlark pyi
Python 2.x: python2 py2
Python console session: pycon python-console
Python Traceback: pytb py3tb
QML: qml qbs
R: splus s r
Racket: racket rkt
Reg: registry
ReasonML: reasonml reason
reStructuredText: restructuredtext rst rest
Ruby: ruby rb duby
Rust: rust rs
Sass: sass
Scala: scala
Scheme: scheme scm
SCSS: scss
Smalltalk: smalltalk squeak st
Solidity: solidity
SPARQL: sparql
SQL: sql
Swift: swift
systemverilog: systemverilog sv
Tcl: tcl
Terraform: terraform tf hcl
TeX: tex latex
Text only: text
TOML: toml
TypeScript: typescript ts
VB.net: vb.net vbnet lobas oobas sobas visual-basic visualbasic
verilog: verilog v
vhdl: vhdl
VimL: vim
WebAssembly: wast wat
XML: xml
XQuery: xquery xqy xq xql xqm
XSLT: xslt
YAML: yaml
Zig: zig
`;

let read: ReadonlyMap<string, string> | undefined;

function names(): ReadonlyMap<string, string> {
  read ??= new Map(
    table
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [name = "", words = ""] = line.split(": ");
        return words.split(" ").map((word) => [word, name] as const);
      }),
  );
  return read;
}

/** The name of the language that `word` stands for; `word` itself if it is none that is known. */
export function languageName(word: string): string {
  return names().get(word.toLowerCase()) ?? word;
}
