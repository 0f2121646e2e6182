import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const page = new URL('../../../../src/web/page/', import.meta.url).pathname
const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).sort()

/** Names, commands and keys: the same in every language. */
const exceptions = new Set([
  'page.tsx: Skein',
  'page.tsx: npx skein link',
  'views/chats/lists/drawer.tsx: Skein',
  ...['Enter', 'Shift', 'Ctrl', 'Esc'].map((key) => `views/chats/thread/thread.tsx: ${key}`),
])

const words = files.filter((file) => /^words\/.*(-words|-titles)\.ts$/.test(file))
test('there are words to look at', () => expect(words.length).toBeGreaterThan(10))

test.each(words)('%s says the same in both languages', async (file) => {
  const parts = (await import(join(page, file))) as Record<string, unknown>
  for (const part of Object.values(parts).flatMap(languagesIn)) expect(shapeOf(part.de)).toEqual(shapeOf(part.en))
})

test('no sentence of the page stands outside of its words', () => {
  const found = files.filter((file) => file.endsWith('.tsx')).flatMap(sentencesIn)
  expect(found.filter((one) => !exceptions.has(one))).toEqual([])
  expect(found).toContain('page.tsx: npx skein link')
})

/** What `inLanguages` made: by itself, or by name in a list of such. */
function languagesIn(part: unknown): { en: unknown; de: unknown }[] {
  if (typeof part !== 'object' || part === null) return []
  return 'en' in part && 'de' in part ? [part] : Object.values(part).flatMap(languagesIn)
}

/** Which keys it has, and how many things each of its functions needs to know. */
function shapeOf(told: unknown): unknown {
  if (typeof told === 'function') return told.length
  if (typeof told !== 'object' || told === null) return typeof told
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, shapeOf(value)]))
}

const spoken = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label', 'legend'])

/** What a component says by itself: its text, and the attributes that are read to somebody. */
function sentencesIn(file: string): string[] {
  const text = readFileSync(join(page, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) found.push(...literalsOf(node.expression))
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText())) {
      const value = node.initializer
      found.push(...literalsOf(value && ts.isJsxExpression(value) ? value.expression : value))
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found.filter((said) => /\p{L}{2,}/u.test(said)).map((said) => `${file}: ${said.trim()}`)
}

/** The texts that an expression may come to. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf)
  if (ts.isBinaryExpression(node)) return [node.right, ...(isChoice(node) ? [node.left] : [])].flatMap(literalsOf)
  return ts.isParenthesizedExpression(node) ? literalsOf(node.expression) : []
}

function isChoice({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken
}
