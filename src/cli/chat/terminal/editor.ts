import { graphemes } from '../../../lib/text/text.ts'

/** A key press as Node reports it. */
export interface KeyPress {
  name?: string | undefined
  ctrl?: boolean | undefined
  meta?: boolean | undefined
  /** The text that the key types, if any. */
  text?: string | undefined
}

/** What a key press asks for beyond editing the line. */
export type Pressed =
  | { kind: 'edited' | 'interrupt' | 'leave' | 'complete' | 'redraw' }
  | { kind: 'line'; text: string }

export type Editor = ReturnType<typeof createEditor>

const edited = { kind: 'edited' } as const

/** The line editor: several rows, and earlier messages come back with the arrow up. */
export function createEditor() {
  let history: string[] = []
  let text = ''
  let cursor = 0
  /** The shown history entry. At history.length it is the line being typed. */
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
    // Ctrl-J arrives as a lone line feed.
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
    /** Replaces the history. */
    remember(past: string[]) {
      history = [...past]
      shown = history.length
    },
    press({ name = '', ctrl, meta, text: typed = '' }: KeyPress): Pressed {
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
