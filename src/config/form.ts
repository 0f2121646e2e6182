import { expectedOf, type KeyKind, kindOf } from './key-kind.ts'
import { findKey, type Key, keys } from './keys.ts'
import { runtimeKey } from './settings.ts'

/** Every key with what is to be known of it to fill it in, as the example of the configuration presents it. */
export interface FormSection {
  /** The table they stand in; empty for what stands in none. */
  name: string
  groups: FormGroup[]
}

/** Keys that one note speaks of. */
export interface FormGroup {
  note: string
  keys: FormKey[]
}

export type FormKey = KeyKind & {
  name: string
  /** What it must be, in words. */
  expected: string
  isSecret: boolean
  /** Whether it can be set while running. */
  isSettable: boolean
}

/** `example` is the text of config.example.toml, which has every key with a note above it. */
export function configForm(example: string): FormSection[] {
  const notes = readNotes(example)
  const known = [...notes.keys()].flatMap((name) => findKey(name) ?? [])
  const sections: FormSection[] = []
  for (const key of new Set([...known, ...keys])) {
    const name = key.name.includes('.') ? key.name.slice(0, key.name.indexOf('.')) : ''
    const note = notes.get(key.name) ?? ''
    let section = sections.find((one) => one.name === name)
    if (!section) sections.push((section = { name, groups: [] }))
    const last = section.groups.at(-1)
    if (last?.note === note) last.keys.push(formKey(key))
    else section.groups.push({ note, keys: [formKey(key)] })
  }
  return sections
}

function formKey(key: Key): FormKey {
  const { name, secret } = key
  const isSettable = !('error' in runtimeKey(name))
  return { ...kindOf(key), name, expected: expectedOf(key), isSecret: secret, isSettable }
}

/** The comment above each key, in the order of the file; keys below one another share the one above the first. */
export function readNotes(example: string): Map<string, string> {
  const notes = new Map<string, string>()
  let table = ''
  let note: string[] = []
  let isSaid = false
  for (const line of example.split('\n')) {
    const header = /^\[([\w.]+)\]$/.exec(line)?.[1]
    const key = /^# (\w+) = /.exec(line)?.[1]
    if (header !== undefined) table = `${header}.`
    else if (key !== undefined) {
      notes.set(table + key, note.join(' '))
      isSaid = true
    } else {
      if (isSaid || line === '') note = []
      isSaid = false
      if (line !== '') note.push(line.replace(/^#\s*/, ''))
    }
  }
  return notes
}

/** What the example says of tables that people name themselves, up to where it shows one. */
export function noteOfTable(example: string, table: string): string {
  const paragraphs = example.split(/\n(?!#)|\n# \w+ = .*|^# \w+ = .*$/m)
  const about = paragraphs.find((text) => text.includes(`[${table}.`) || text.includes(`[[${table}]]`)) ?? ''
  const lines = about.split('\n').filter((line) => line.startsWith('#'))
  const shown = lines.findIndex((line) => /^# {3}\[/.test(line))
  return (shown < 0 ? lines : lines.slice(0, shown)).map((line) => line.replace(/^#\s*/, '')).join(' ')
}
