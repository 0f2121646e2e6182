import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = new URL('../../src/', import.meta.url).pathname

/** The parts of the daemon whose texts reach people. */
const speakers = [
  'app/doctor',
  'channels',
  'scheduler/jobs',
  'scheduler/phrases',
  'scheduler/runs',
  'scheduler/times',
  'tasks/commands',
  'tasks/deliver',
  'tasks/health',
  'tasks/intake',
  'tasks/people',
  'tasks/queue',
  'tasks/run',
  'tasks/say',
  'web/routes',
]

/** Text for the model, for a developer or for the terminal, which is English, and words that we only recognize. */
const otherReaders = new Set([
  'channels/email/from-config.ts',
  'channels/email/send/reply-quote.ts',
  'channels/email/wire/mailbox-trial.ts',
  'channels/telegram/wire/api.ts',
  'scheduler/phrases/french.ts',
  'tasks/commands/memory-commands.ts',
  'tasks/intake/strangers.ts',
])

const files = speakers.flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('-messages.ts'))
    .map((file) => `${folder}/${file}`),
)

test('no sentence for people stands outside of the catalogue', () => {
  const checked = files.filter((file) => !otherReaders.has(file))
  expect(checked.flatMap((file) => sentencesIn(file).map((text) => `${file}: ${text}`))).toEqual([])
})

/** Literals that begin and end like a sentence. Plain `Error`s and complaints about a parameter are for developers. */
function sentencesIn(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(join(source, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(tree) === 'Error') return
    const text = textOf(node)
    if (text !== undefined && !/^"\w+"[ ,]/.test(text) && /^[A-Z“"`*…]\S* (?:\S+ ){1,}\S+[.!?:]$/su.test(text))
      found.push(text)
    ts.forEachChild(node, look)
  }
  look(tree)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join('')
}
