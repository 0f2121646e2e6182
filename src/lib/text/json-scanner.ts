export type JsonStep = string | number

export type JsonEvent =
  | { status: 'value'; path: JsonStep[]; value: unknown }
  /** The value at this path is left out, and reading goes on after it. */
  | { status: 'skipped'; path: JsonStep[]; reason: 'too large' | 'too deep' | 'invalid' }
  /** The text is not JSON from this character on, or it ends too early. Nothing follows. */
  | { status: 'broken'; at: number; reason: 'invalid' | 'cut off' }

export interface JsonScannerOptions {
  /** Whether the members of the array or object at this path come one by one. Other values come whole. */
  isSplit(path: JsonStep[]): boolean
  maxChars: number
  maxDepth: number
}

interface JsonScanner {
  push(piece: string): JsonEvent[]
  end(): JsonEvent[]
}

/** Reads JSON of any size in linear time. Its memory is one unsplit value at a time. */
export async function* scanJson(
  pieces: AsyncIterable<string>,
  options: JsonScannerOptions,
): AsyncGenerator<JsonEvent[]> {
  const scanner = createJsonScanner(options)
  for await (const piece of pieces) {
    const events = scanner.push(piece)
    yield events
    if (events.at(-1)?.status === 'broken') return
  }
  yield scanner.end()
}

interface Container {
  closes: '}' | ']'
  step: JsonStep
  isEmpty: boolean
}

/** A value that is not split, or the key of a member. */
interface Unsplit {
  isKey: boolean
  parts: string[]
  chars: number
  depth: number
  deepest: number
  isInString: boolean
  isEscaped: boolean
}

type Expected = 'value' | 'key' | 'colon' | 'comma' | 'end'

const isSpace = (character: string) => ' \n\r\t'.includes(character)

function createJsonScanner({ isSplit, maxChars, maxDepth }: JsonScannerOptions): JsonScanner {
  const containers: Container[] = []
  let expected: Expected = 'value'
  let unsplit: Unsplit | undefined
  let charsBefore = 0
  let isBroken = false
  let events: JsonEvent[] = []

  const path = () => containers.map(({ step }) => step)

  function fail(at: number, reason: 'invalid' | 'cut off'): void {
    isBroken = true
    events.push({ status: 'broken', at: charsBefore + at, reason })
  }

  function endValue(): void {
    const parent = containers.at(-1)
    if (parent) parent.isEmpty = false
    expected = parent ? 'comma' : 'end'
  }

  function begin(isKey: boolean): void {
    unsplit = { isKey, parts: [], chars: 0, depth: 0, deepest: 0, isInString: false, isEscaped: false }
  }

  function finish(one: Unsplit, at: number): void {
    unsplit = undefined
    const skip = (reason: 'too large' | 'too deep' | 'invalid') => {
      if (one.isKey) return fail(at, 'invalid')
      events.push({ status: 'skipped', path: path(), reason })
      endValue()
    }
    if (one.chars > maxChars) return skip('too large')
    if (one.deepest > maxDepth) return skip('too deep')
    let value: unknown
    try {
      value = JSON.parse(one.parts.join(''))
    } catch {
      return skip('invalid')
    }
    const parent = containers.at(-1)
    if (one.isKey && parent) {
      parent.step = String(value)
      expected = 'colon'
      return
    }
    events.push({ status: 'value', path: path(), value })
    endValue()
  }

  /** Reads on in the unsplit value. Returns the place after what was read. */
  function readUnsplit(one: Unsplit, piece: string, start: number): number {
    let at = start
    let isDone = false
    for (; at < piece.length && !isDone; at++) {
      const character = piece[at]
      if (one.isInString) {
        if (one.isEscaped) one.isEscaped = false
        else if (character === '\\') one.isEscaped = true
        else if (character === '"') {
          one.isInString = false
          isDone = one.depth === 0
        }
      } else if (character === '"') one.isInString = true
      else if (character === '{' || character === '[') one.deepest = Math.max(one.deepest, ++one.depth)
      else if (character === '}' || character === ']') {
        if (one.depth === 0) break
        isDone = --one.depth === 0
      } else if (one.depth === 0 && (character === ',' || character === ':' || isSpace(character ?? ''))) break
    }
    one.chars += at - start
    if (one.chars <= maxChars) one.parts.push(piece.slice(start, at))
    else one.parts = []
    if (isDone || at < piece.length) finish(one, at)
    return at
  }

  /** Reads one character between values. */
  function readBetween(character: string, at: number): void {
    const container = containers.at(-1)
    if (container && character === container.closes) {
      const first = container.closes === '}' ? 'key' : 'value'
      if (expected !== 'comma' && !(container.isEmpty && expected === first)) return fail(at, 'invalid')
      containers.pop()
      return endValue()
    }
    if (expected === 'colon' && character === ':') {
      expected = 'value'
      return
    }
    if (expected === 'comma' && character === ',' && container) {
      if (typeof container.step === 'number') container.step++
      expected = container.closes === '}' ? 'key' : 'value'
      return
    }
    fail(at, 'invalid')
  }

  function readFrom(piece: string, start: number): number {
    if (unsplit) return readUnsplit(unsplit, piece, start)
    const character = piece[start] ?? ''
    if (isSpace(character)) return start + 1
    if (expected === 'key' && character === '"') {
      begin(true)
      return start
    }
    if (expected !== 'value' || ',:}]'.includes(character)) {
      readBetween(character, start)
      return start + 1
    }
    if ((character === '{' || character === '[') && isSplit(path())) {
      const isObject = character === '{'
      containers.push({ closes: isObject ? '}' : ']', step: isObject ? '' : 0, isEmpty: true })
      expected = isObject ? 'key' : 'value'
      return start + 1
    }
    begin(false)
    return start
  }

  return {
    push(piece) {
      events = []
      for (let at = 0; at < piece.length && !isBroken; ) at = readFrom(piece, at)
      charsBefore += piece.length
      return events
    },
    end() {
      events = []
      if (unsplit && containers.length === 0 && unsplit.depth === 0) finish(unsplit, 0)
      if (!isBroken && expected !== 'end') fail(0, 'cut off')
      return events
    },
  }
}
