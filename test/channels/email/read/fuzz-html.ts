import type { Random } from '../../../support/seeded.ts'

type Maker = (random: Random) => string

const words = [
  'roof',
  'Dach',
  '屋根',
  'пн',
  'pay me',
  '1 < 2',
  '&amp;',
  '\u202egnp.exe',
  'a\u200bb',
  '😀',
  '> quoted',
  'wrote:',
]
const tags = 'div p span table tr td ul ol li blockquote a b font pre br hr img h1 style script o:p svg form'.split(' ')
const attributes = [
  'class="gmail_quote"',
  'class=MsoNormal',
  'type="cite"',
  'id="divRplyFwdMsg"',
  'id=appendonsend',
  'class="moz-cite-prefix"',
  'style="display:none"',
  'style="font-size:0;color:#fff"',
  'style="color:white;background:white"',
  'style="position:absolute;left:-9999px"',
  'href="https://example.org/a?b=c"',
  'href="javascript:alert(1)"',
  'src="data:image/png;base64,AAAA"',
  'hidden',
  'start="99999999999"',
  'alt="😀"',
  'style="',
  "onclick='x",
]

/** Pages of the kinds that break readers of pages. */
export const pages: Record<string, Maker> = {
  'tags in any order': (random) => many(random, 60, () => piece(random)),
  'unclosed tags': (random) =>
    many(random, 80, () => `<${random.pick(tags)} ${random.pick(attributes)}>${random.pick(words)}`),
  'only closed tags': (random) => many(random, 200, () => `</${random.pick(tags)}>`),
  'half a tag': (random) => `<div>x</div><${random.pick(tags)} ${random.pick(attributes)}`,
  'nested lists and tables': (random) => {
    const open = random.pick([
      '<ul><li>',
      '<table><tr><td>',
      '<blockquote>',
      '<div class="gmail_quote">',
      '<span>',
      '<b><i>',
    ])
    return `${open.repeat(1 + random.integer(300))}deep words`
  },
  entities: (random) =>
    many(random, 300, () =>
      random.pick(['&amp;', '&#x110000;', '&#0;', '&#xD800;', '&notanentity;', '&', '&#', '&lt', '&#147;', '&zwnj;']),
    ),
  'hidden words': (random) => `<p>seen</p><div style="${random.pick(hidings)}">secret words</div>`,
  'hidden by a class': (random) =>
    `<style>.h{${random.pick(hidings)}} @media x{.y{display:none}}</style><p class="h">secret</p><p class=y>seen</p>`,
  comments: () => '<!-- a --><!--[if mso]>only Outlook<![endif]--><!-- <p>x</p> --!><p>seen</p><!-- never closed',
  'script and meta': () =>
    '<meta http-equiv="refresh" content="0;url=http://example.org"><script>while(1){}</script><noscript>x</noscript>seen',
  'data: everywhere': (random) => `<img src="data:image/png;base64,${'A'.repeat(random.integer(20_000))}"><p>seen</p>`,
  'characters without a shape': (random) =>
    many(random, 200, () =>
      random.pick([
        '\u200b',
        '\u200c',
        '\u200d',
        '\u2060',
        '\ufeff',
        '\u{e0041}',
        '\u{e0100}',
        '\u202e',
        'a',
        '\ud800',
      ]),
    ),
  'one long word': (random) => 'x'.repeat(random.integer(50_000)),
  'one long attribute': (random) =>
    `<div style="${'a:b;'.repeat(random.integer(5000))}" class="${'c '.repeat(500)}">seen</div>`,
  'a sheet without an end': (random) => `<style>${'.a{b:c} '.repeat(random.integer(2000))}.x{ /* <p>`,
  'quotes of clients': (random) =>
    `<div>own</div>${many(random, 5, () => `<blockquote ${random.pick(attributes)}>On Mon, Jan 5, 2026 at 3:14 PM A &lt;a@b.c&gt; wrote:<br>x</blockquote>${random.pick(words)}`)}`,
}

/** Each costs a reader far more than its length says. */
export const hugePages: Record<string, Maker> = {
  '100,000 tags within each other': (random) => `${`<${random.pick(tags)}>`.repeat(100_000)}x`,
  'opened, and others closed': () => '<b>'.repeat(50_000) + '</i>'.repeat(50_000),
  'closed and closed': () => `<div>${'</p></x>'.repeat(60_000)}`,
  'a table of tables': () => `${'<table><tr><td>a<td>b'.repeat(5000)}`,
  'half a million of entities': () => '&lt;'.repeat(200_000),
  'lists in lists': () => `${'<ul><li>a'.repeat(20_000)}`,
  'quotes in quotes': () => `${'<div class="gmail_quote"><blockquote class="gmail_quote">a'.repeat(5000)}`,
  attributes: () => `<a ${Array.from({ length: 50_000 }, (_, at) => `a${at}=b`).join(' ')}>x</a>`,
  'a selector of 100,000 letters': () => `<style>${'a'.repeat(99_000)}!{b:c}</style>x`,
  'less than': () => '<'.repeat(500_000),
  blanks: () => `a${' '.repeat(500_000)}b${'&nbsp;'.repeat(80_000)}`,
  breaks: () => '<br>'.repeat(200_000),
}

const hidings = [
  'display:none',
  'display : NONE !important',
  'font-size:0px',
  'font-size:0.01em',
  'visibility:hidden',
  'opacity:0',
  'max-height:0;overflow:hidden',
  'color:#fff',
  'color:rgb(255,255,255)',
  'color:transparent',
  'text-indent:-9999px',
  'position:absolute;left:-5000px',
]

function piece(random: Random): string {
  const tag = random.pick(tags)
  return random.pick([
    random.pick(words),
    `<${tag} ${random.pick(attributes)}>`,
    `</${tag}>`,
    `<${tag}>${random.pick(words)}</${tag}>`,
    `<a href="https://example.org/${random.integer(99)}">${random.pick(words)}</a>`,
  ])
}

function many(random: Random, most: number, make: () => string): string {
  return Array.from({ length: 1 + random.integer(most) }, make).join('')
}
