/** A piece of code and its colour. */
export interface CodePiece {
  text: string
  colour?: CodeColour
}

export type CodeColour = 'comment' | 'string' | 'number' | 'keyword' | 'added' | 'removed'

/** More is not worth colouring, and each piece is a node in the page. */
const COLOURED_CHARS = 20_000

/**
 * Splits code into coloured pieces with rules that whole language families share. They know comments, strings, numbers
 * and keywords, but no grammar. A mistake costs a colour, never a character. Unknown languages give one piece.
 */
export function colourCode(language: string, text: string): CodePiece[] {
  const rule = ruleOf(language.toLowerCase())
  if (!rule || text.length > COLOURED_CHARS) return [{ text }]
  const pieces: CodePiece[] = []
  let at = 0
  for (const match of text.matchAll(rule.pattern)) {
    const colour = colourOf(match.groups ?? {}, rule)
    if (!colour) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push({ text: match[0], colour })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

function colourOf(groups: Record<string, string | undefined>, { words, ignoresCase }: Rule): CodeColour | undefined {
  if (groups.word !== undefined) {
    return words?.has(ignoresCase ? groups.word.toLowerCase() : groups.word) ? 'keyword' : undefined
  }
  return colours.find((colour) => groups[colour] !== undefined)
}

const colours: CodeColour[] = ['comment', 'string', 'number', 'keyword', 'added', 'removed']

interface Rule {
  pattern: RegExp
  words?: Set<string>
  ignoresCase?: boolean
}

// Every pattern reads forward to its end or to the end of the text and never backtracks, so an unclosed string costs no
// more than its length.
const double = String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`
const single = String.raw`'(?:\\[\s\S]|[^'\\\n])*'?`
const backtick = '`(?:\\\\[\\s\\S]|[^`\\\\])*`?'
const triple = String.raw`"""(?:[^"]|"(?!""))*(?:""")?|'''(?:[^']|'(?!''))*(?:''')?`
const slashes = String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`
const hash = String.raw`(?<![^\s;])#[^\n]*`
const dashes = String.raw`--[^\n]*`
const number = String.raw`(?<number>(?<![\w$])(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w{0,3}(?!\w))`
const word = String.raw`(?<word>[A-Za-z_$][\w$]*)`

function rule(comment: string, string: string, words: string, extra = ''): Rule {
  const parts = [...(extra ? [extra] : []), `(?<comment>${comment})`, `(?<string>${string})`, number, word]
  return { pattern: new RegExp(parts.join('|'), 'gm'), words: new Set(words.split(' ')) }
}

const common =
  'if else for while do switch case default break continue return try catch finally throw new this null true false class const static public private protected void import export extends interface enum in is as async await var let'
const script = rule(
  slashes,
  [double, single, backtick].join('|'),
  `${common} function typeof instanceof of yield delete undefined super from get set type implements readonly declare namespace keyof satisfies never any unknown string number boolean`,
)
const compiled = rule(
  slashes,
  [triple, double, single].join('|'),
  `${common} int long short char float double bool boolean byte unsigned signed struct union typedef sizeof template typename namespace using virtual override final abstract package throws super instanceof auto extern inline operator nullptr include define foreach string object base internal sealed out ref fun val when object data companion suspend def trait match with func guard protocol extension defer init self nil where late required mixin echo function use`,
)
const go = rule(
  slashes,
  [double, single, backtick].join('|'),
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false string int int64 float64 bool byte error any make len append',
)
const rust = rule(
  slashes,
  [double, String.raw`'(?:\\[^\n]{1,8}|[^'\\\n])'`].join('|'),
  'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while String Option Some None Result Ok Err Vec bool u8 u32 u64 i32 i64 f64 usize str',
)
const python = rule(
  hash,
  [triple, double, single].join('|'),
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda match None nonlocal not or pass raise return self True False try while with yield',
)
const ruby = rule(
  hash,
  [double, single].join('|'),
  'alias and begin break case class def do else elsif end ensure false for if in module next nil not or raise redo rescue retry return self super then true undef unless until when while yield require local function my sub use foreach library TRUE FALSE NULL',
)
const shell = rule(
  hash,
  [double, String.raw`'[^']*'?`].join('|'),
  'if then else elif fi for while until do done case esac in function return local export readonly exit set source alias sudo echo cd FROM RUN COPY CMD ENTRYPOINT ENV ARG WORKDIR EXPOSE',
)
const sql: Rule = {
  ...rule(
    [dashes, slashes].join('|'),
    [String.raw`'(?:''|[^'])*'?`, double].join('|'),
    'select from where and or not in is null as on join left right inner outer full cross group by order having limit offset insert into values update set delete create table index view drop alter add primary key foreign references unique default distinct union all exists between like case when then else end with begin commit rollback count sum avg min max integer text real blob varchar',
  ),
  ignoresCase: true,
}
const lua = rule(
  dashes,
  [double, single].join('|'),
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while where let of type data case module import instance class deriving newtype',
)
const keys = String.raw`(?<keyword>^[ \t]*(?:- )*[\w."-]+(?=[ \t]*[:=])|^\[[^\]\n\r\u2028\u2029]*\])`
const settings = rule(hash, [double, single].join('|'), 'true false null yes no on off', keys)
const json = rule(slashes, double, 'true false null', String.raw`(?<keyword>"(?:\\[\s\S]|[^"\\\n])*"(?=\s*:))`)
const css = rule(
  slashes,
  [double, single].join('|'),
  'important',
  String.raw`(?<keyword>@[\w-]+|(?=[\w-])(?<=[{;]\s*)[\w-]+(?=\s*:))`,
)
const markup: Rule = {
  pattern:
    /(?<comment><!--(?:[^-]|-(?!->))*(?:-->)?)|(?<keyword><[/!?]?[A-Za-z][\w:.-]*|[/?]?>)|(?<string>(?<==)(?:"[^"]*"?|'[^']*'?))/g,
}
const diff: Rule = {
  pattern: /(?<comment>^(?:@@|diff |index |\+\+\+|---)[^\n]*)|(?<added>^\+[^\n]*)|(?<removed>^-[^\n]*)/gm,
}

const families: [names: string, rule: Rule][] = [
  ['js javascript jsx mjs cjs ts typescript tsx svelte vue', script],
  ['c h cpp c++ cc hpp cs csharp java kotlin kt scala swift dart php groovy objc', compiled],
  ['go golang', go],
  ['rust rs', rust],
  ['python py python3', python],
  ['ruby rb perl pl r elixir ex', ruby],
  ['sh bash zsh shell console fish dockerfile docker make makefile', shell],
  ['sql sqlite postgresql mysql', sql],
  ['lua haskell hs elm', lua],
  ['yaml yml toml ini conf properties env', settings],
  ['json jsonc json5', json],
  ['css scss less', css],
  ['html xml svg xhtml', markup],
  ['diff patch', diff],
]

function ruleOf(language: string): Rule | undefined {
  return families.find(([names]) => names.split(' ').includes(language))?.[1]
}
