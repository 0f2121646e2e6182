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
  let historyIndex = 0
  let unsentText = ''
  /** What is searched for in the history. Its newest match is shown as the text. */
  let query: string | undefined

  function set(next: string, at = next.length) {
    text = next
    cursor = at
    return edited
  }

  function recall(step: number) {
    const next = historyIndex + step
    if (next < 0 || next > history.length) return edited
    if (historyIndex === history.length) unsentText = text
    historyIndex = next
    return set(history[historyIndex] ?? unsentText)
  }

  /** Shows the newest entry before this one that contains the query; without one, what was shown stays. */
  function searchBefore(index: number) {
    const wanted = query?.toLowerCase() ?? ''
    const found = history.findLastIndex((entry, at) => at < index && entry.toLowerCase().includes(wanted))
    if (wanted === '' || found === -1) return edited
    historyIndex = found
    return set(history[found] ?? '')
  }

  function startSearch() {
    if (query !== undefined) return searchBefore(historyIndex)
    if (historyIndex === history.length) unsentText = text
    query = text
    return searchBefore(history.length)
  }

  /** Extends or shortens the query. Any other key keeps the match and does what it always does. */
  function pressInSearch({ name = '', ctrl, meta, text: typed = '' }: KeyPress): Pressed | undefined {
    if (query === undefined || (ctrl && name === 'r')) return undefined
    if (!ctrl && !meta && name === 'backspace') {
      query = query.slice(0, previousPosition(query, query.length))
      return searchBefore(history.length)
    }
    if (isTyped({ ctrl, meta, text: typed })) {
      query += typed
      return searchBefore(historyIndex + 1)
    }
    query = undefined
    if (name === 'escape' || (ctrl && name === 'j')) return edited
    if (!ctrl || (name !== 'g' && name !== 'c')) return undefined
    historyIndex = history.length
    return set(unsentText)
  }

  function enter(): Pressed {
    const line = text
    set('')
    if (line.trim() !== '' && history.at(-1) !== line) history.push(line)
    historyIndex = history.length
    unsentText = ''
    return { kind: 'line', text: line }
  }

  const erase = (from: number, to: number) => set(text.slice(0, from) + text.slice(to), from)
  const insert = (added: string) => set(text.slice(0, cursor) + added + text.slice(cursor), cursor + added.length)
  const lineStart = () => text.lastIndexOf('\n', cursor - 1) + 1

  const ctrlKeys: Record<string, () => Pressed> = {
    a: () => set(text, lineStart()),
    e: () => set(text, endOfLine(text, cursor)),
    b: () => set(text, previousPosition(text, cursor)),
    f: () => set(text, nextPosition(text, cursor)),
    c: () => (text === '' ? { kind: 'interrupt' } : set('')),
    d: () => (text === '' ? { kind: 'leave' } : erase(cursor, nextPosition(text, cursor))),
    h: () => erase(previousPosition(text, cursor), cursor),
    j: () => insert('\n'),
    k: () => erase(cursor, endOfLine(text, cursor)),
    l: () => ({ kind: 'redraw' }),
    n: () => recall(1),
    p: () => recall(-1),
    r: startSearch,
    u: () => erase(lineStart(), cursor),
    w: () => erase(wordBefore(text, cursor), cursor),
    left: () => set(text, wordBefore(text, cursor)),
    right: () => set(text, wordAfter(text, cursor)),
  }
  const metaKeys: Record<string, () => Pressed> = {
    b: () => set(text, wordBefore(text, cursor)),
    f: () => set(text, wordAfter(text, cursor)),
    d: () => erase(cursor, wordAfter(text, cursor)),
    backspace: () => erase(wordBefore(text, cursor), cursor),
    return: () => insert('\n'),
  }
  const plainKeys: Record<string, () => Pressed> = {
    return: enter,
    // Ctrl-J arrives as a lone line feed.
    enter: () => insert('\n'),
    backspace: () => erase(previousPosition(text, cursor), cursor),
    delete: () => erase(cursor, nextPosition(text, cursor)),
    left: () => set(text, previousPosition(text, cursor)),
    right: () => set(text, nextPosition(text, cursor)),
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
    remember(messages: string[]) {
      history = [...messages]
      historyIndex = history.length
    },
    /** What is searched for with Ctrl-R; undefined outside of a search. */
    search: () => query,
    press(key: KeyPress): Pressed {
      const found = pressInSearch(key)
      if (found) return found
      const { name = '', ctrl, meta, text: typed = '' } = key
      const action = ctrl ? ctrlKeys[name] : meta ? metaKeys[name] : plainKeys[name]
      if (action) return action()
      return isTyped(key) ? insert(typed) : edited
    },
  }
}

function isTyped({ ctrl, meta, text = '' }: KeyPress): boolean {
  return !ctrl && !meta && text !== '' && !/^\p{Cc}/u.test(text)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function previousPosition(text: string, at: number): number {
  let last = 0
  for (const { index } of graphemes().segment(text.slice(0, at))) last = index
  return last
}

function nextPosition(text: string, at: number): number {
  const [first] = graphemes().segment(text.slice(at))
  return at + (first?.segment.length ?? 0)
}

function wordBefore(text: string, at: number): number {
  const previousPosition = text.slice(0, at).trimEnd()
  return /(?<!\S)\S+$/.exec(previousPosition)?.index ?? 0
}

function wordAfter(text: string, at: number): number {
  return at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0)
}
