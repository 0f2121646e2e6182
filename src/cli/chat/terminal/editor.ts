import { graphemes } from '../../../lib/text/text.ts'

/** A key as Node tells it. */
export interface Key {
  name?: string | undefined
  ctrl?: boolean | undefined
  meta?: boolean | undefined
  /** What it types, where it types something. */
  text?: string | undefined
}

/** What a key meant beyond the line itself. */
export type Pressed =
  | { kind: 'edited' | 'interrupt' | 'leave' | 'complete' | 'redraw' }
  | { kind: 'line'; text: string }

export type Editor = ReturnType<typeof createEditor>

const edited = { kind: 'edited' } as const

/** The line that is being typed: it may have several rows, and what was said before comes back with the arrow up. */
export function createEditor() {
  let history: string[] = []
  let text = ''
  let cursor = 0
  /** Which of the past is shown; its length is the line that was begun. */
  let shown = 0
  let begun = ''

  function set(next: string, at = next.length) {
    text = next
    cursor = at
    return edited
  }

  function recall(step: number) {
    const next = shown + step
    if (next < 0 || next > history.length) return edited
    if (shown === history.length) begun = text
    shown = next
    return set(history[shown] ?? begun)
  }

  function enter(): Pressed {
    const said = text
    set('')
    if (said.trim() !== '' && history.at(-1) !== said) history.push(said)
    shown = history.length
    begun = ''
    return { kind: 'line', text: said }
  }

  const erase = (from: number, to: number) => set(text.slice(0, from) + text.slice(to), from)
  const insert = (words: string) => set(text.slice(0, cursor) + words + text.slice(cursor), cursor + words.length)
  const lineStart = () => text.lastIndexOf('\n', cursor - 1) + 1

  const withCtrl: Record<string, () => Pressed> = {
    a: () => set(text, lineStart()),
    e: () => set(text, endOfLine(text, cursor)),
    b: () => set(text, before(text, cursor)),
    f: () => set(text, after(text, cursor)),
    c: () => (text === '' ? { kind: 'interrupt' } : set('')),
    d: () => (text === '' ? { kind: 'leave' } : erase(cursor, after(text, cursor))),
    h: () => erase(before(text, cursor), cursor),
    j: () => insert('\n'),
    k: () => erase(cursor, endOfLine(text, cursor)),
    l: () => ({ kind: 'redraw' }),
    n: () => recall(1),
    p: () => recall(-1),
    u: () => erase(lineStart(), cursor),
    w: () => erase(wordBefore(text, cursor), cursor),
    left: () => set(text, wordBefore(text, cursor)),
    right: () => set(text, wordAfter(text, cursor)),
  }
  const withMeta: Record<string, () => Pressed> = {
    b: () => set(text, wordBefore(text, cursor)),
    f: () => set(text, wordAfter(text, cursor)),
    d: () => erase(cursor, wordAfter(text, cursor)),
    backspace: () => erase(wordBefore(text, cursor), cursor),
    return: () => insert('\n'),
  }
  const plain: Record<string, () => Pressed> = {
    return: enter,
    // Ctrl-J: a line feed by itself.
    enter: () => insert('\n'),
    backspace: () => erase(before(text, cursor), cursor),
    delete: () => erase(cursor, after(text, cursor)),
    left: () => set(text, before(text, cursor)),
    right: () => set(text, after(text, cursor)),
    home: () => set(text, lineStart()),
    end: () => set(text, endOfLine(text, cursor)),
    up: () => recall(-1),
    down: () => recall(1),
    tab: () => ({ kind: 'complete' }),
  }

  return {
    text: () => text,
    cursor: () => cursor,
    insert,
    set,
    /** What was said before, in the place of what was known of it. */
    remember(past: string[]) {
      history = [...past]
      shown = history.length
    },
    press({ name = '', ctrl, meta, text: typed = '' }: Key): Pressed {
      const act = ctrl ? withCtrl[name] : meta ? withMeta[name] : plain[name]
      if (act) return act()
      const isTyped = !ctrl && !meta && typed !== '' && !/^\p{Cc}/u.test(typed)
      return isTyped ? insert(typed) : edited
    },
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}

function before(text: string, at: number): number {
  let last = 0
  for (const { index } of graphemes().segment(text.slice(0, at))) last = index
  return last
}

function after(text: string, at: number): number {
  const [first] = graphemes().segment(text.slice(at))
  return at + (first?.segment.length ?? 0)
}

function wordBefore(text: string, at: number): number {
  const before = text.slice(0, at).trimEnd()
  return /(?<!\S)\S+$/.exec(before)?.index ?? 0
}

function wordAfter(text: string, at: number): number {
  return at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0)
}
