import { anthropicErrorFrame, anthropicFrames, anthropicPing } from '../../../peers/providers/anthropic-wire.ts'
import { openAiErrorFrame, openAiFrames, openAiPing } from '../../../peers/providers/openai-wire.ts'
import type { ScriptedAnswer, ScriptedCall, SeenRequest } from '../../../peers/providers/script.ts'

/** One stream, and what may come of it, as `told` puts it. */
export interface Case {
  name: string
  shape: 'anthropic' | 'openai'
  expected: string[]
  stream(): ReadableStream<Uint8Array>
  /** The stream never ends. */
  staysOpen: boolean
}

type Random = () => number
type Ending = 'closed' | 'broken' | 'open'

interface Damage {
  name: string
  bytes: Uint8Array
  expected: string[]
  ending?: Ending
}

export function makeCase(random: Random): Case {
  const shape = random() < 0.5 ? 'anthropic' : 'openai'
  const wire = wires[shape]
  const answer = makeAnswer(random)
  const damage = pick(random, damages)(wire, answer, random)
  const { name, bytes, expected, ending = 'closed' } = damage
  return {
    name: `${shape} ${name}`,
    shape,
    expected,
    stream: () => streamOf(pieces(bytes, random), ending),
    staysOpen: ending === 'open',
  }
}

interface Wire {
  frames(answer: ScriptedAnswer): string[]
  ping: string
  error(error: { message: string; type: string }): string
  /** After this frame the answer is whole. */
  last(frames: string[]): number
}

const counted = { input_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
const asked = {
  model: 'test-model',
  tokens: 10,
  body: { stream_options: { include_usage: true } },
} as never as SeenRequest

const wires: Record<Case['shape'], Wire> = {
  anthropic: {
    frames: (answer) => anthropicFrames(answer, 'test-model', counted),
    ping: anthropicPing,
    error: anthropicErrorFrame,
    last: (frames) => frames.length - 1,
  },
  openai: {
    frames: (answer) => openAiFrames(answer, asked),
    ping: openAiPing,
    error: openAiErrorFrame,
    last: (frames) => frames.findIndex((frame) => /"finish_reason":"/.test(frame)),
  },
}

const damages: ((wire: Wire, answer: ScriptedAnswer, random: Random) => Damage)[] = [
  whole,
  whole,
  cut,
  cut,
  garbage,
  errorEvent,
  pingsOnly,
  noise,
  flipped,
]

/** Pings, comments and empty events between the frames, and any ends of lines. */
function whole(wire: Wire, answer: ScriptedAnswer, random: Random): Damage {
  const frames = wire
    .frames(answer)
    .flatMap((frame) => [...(random() < 0.3 ? [pick(random, harmless(wire))] : []), frame])
  return { name: 'whole', bytes: encode(lineEnds(frames.join(''), random)), expected: [replyOf(answer)] }
}

/** Ends anywhere, as if all had been said or with the connection. */
function cut(wire: Wire, answer: ScriptedAnswer, random: Random): Damage {
  const frames = wire.frames(answer)
  const bytes = encode(frames.join(''))
  const end = encode(frames.slice(0, wire.last(frames) + 1).join('')).length
  const at = Math.floor(random() * (bytes.length + 1))
  const ending = pick(random, ['closed', 'broken', 'open'] as const)
  const lost = { closed: 'failed invalid', broken: 'failed network', open: 'failed hang' }[ending]
  // An end that is there counts only when the stream is over: until then more may come.
  const expected = at < end || ending === 'open' ? [lost] : [replyOf(answer), ...(ending === 'broken' ? [lost] : [])]
  return { name: `cut ${ending} at ${at} of ${end}`, bytes: bytes.subarray(0, at), expected, ending }
}

function garbage(wire: Wire, answer: ScriptedAnswer, random: Random): Damage {
  const lines = [
    'data: {"type":\n\n',
    'data: <html>busy</html>\n\n',
    'data: 17\n\n',
    'data: {"what":"is this"}\n\n',
    'data: null\n\n',
  ]
  const line = pick(random, lines)
  const frames = inserted(wire, answer, line, random)
  return { name: `garbage ${line.trim()}`, bytes: encode(lineEnds(frames, random)), expected: ['failed invalid'] }
}

function errorEvent(wire: Wire, answer: ScriptedAnswer, random: Random): Damage {
  const [type, message, failure] = pick(random, [
    ['overloaded_error', 'Overloaded', 'overloaded'],
    ['rate_limit_error', 'This request would exceed your rate limit of 40,000 tokens per minute', 'rate_limit'],
    ['api_error', 'Internal server error', 'server'],
    ['invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'overflow'],
    ['authentication_error', 'invalid x-api-key', 'auth'],
  ] as const)
  const frames = inserted(wire, answer, wire.error({ type, message }), random)
  return { name: `error ${type}`, bytes: encode(lineEnds(frames, random)), expected: [`failed ${failure}`] }
}

function pingsOnly(wire: Wire, _answer: ScriptedAnswer, random: Random): Damage {
  const ending = pick(random, ['closed', 'open'] as const)
  const pings = wire.ping.repeat(Math.floor(random() * 20))
  return {
    name: `pings ${ending}`,
    bytes: encode(lineEnds(pings, random)),
    expected: [ending === 'open' ? 'failed hang' : 'failed invalid'],
    ending,
  }
}

function noise(_wire: Wire, _answer: ScriptedAnswer, random: Random): Damage {
  const bytes = Uint8Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256))
  return { name: 'noise', bytes, expected: ['failed invalid'] }
}

/** A few bytes are others: it may still be a reply, or no more; it is never anything else. */
function flipped(wire: Wire, answer: ScriptedAnswer, random: Random): Damage {
  const bytes = encode(wire.frames(answer).join(''))
  for (let flips = 0; flips < 1 + random() * 4; flips++) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  }
  return { name: 'flipped', bytes, expected: ['failed invalid', 'reply'] }
}

function inserted(wire: Wire, answer: ScriptedAnswer, line: string, random: Random): string {
  const frames = wire.frames(answer)
  frames.splice(Math.floor(random() * (wire.last(frames) + 1)), 0, line)
  return frames.join('')
}

function harmless(wire: Wire): string[] {
  return [
    wire.ping,
    ': still here\n\n',
    '\n',
    'retry: 100\n\n',
    'id: 5\n\n',
    'unknown: field\n\n',
    'no colon at all\n\n',
  ]
}

function makeAnswer(random: Random): ScriptedAnswer {
  const bits = [
    'Hello ',
    'grüße ',
    '日本語',
    '👩‍👩‍👧',
    '\n\n',
    'data: x',
    '"quoted"',
    '\\',
    '\u2028',
    'a'.repeat(40),
    '<b>',
  ]
  const some = (most: number) => Array.from({ length: Math.floor(random() * most) }, () => pick(random, bits))
  const calls = Array.from({ length: random() < 0.5 ? 0 : 1 + Math.floor(random() * 3) }, (): ScriptedCall => {
    const broken = ['{"at":', 'at: home', '{"at":"x"}}', '["at"]', '"at"']
    return random() < 0.3
      ? { name: 'look', written: pick(random, broken) }
      : { name: 'look', input: { at: some(4).join('') } }
  })
  return {
    kind: 'answer',
    pieces: [...some(4), 'end'],
    ...(random() < 0.2 ? { thinking: some(3).join('') || 'hm' } : {}),
    ...(calls.length > 0 ? { calls } : {}),
  }
}

function replyOf({ pieces, calls = [] }: ScriptedAnswer): string {
  const finish = calls.length > 0 ? 'calls' : 'stop'
  return [
    `reply ${finish}: ${pieces.join('')}`,
    ...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
  ].join(' | ')
}

function lineEnds(text: string, random: Random): string {
  const end = pick(random, ['\n', '\r\n'])
  return end === '\n' ? text : text.replaceAll('\n', end)
}

/** The bytes cut anywhere, and somewhere one by one: through the middle of characters and of ends of lines. */
function pieces(bytes: Uint8Array, random: Random): Uint8Array[] {
  const anywhere = () => Math.floor(random() * bytes.length)
  const from = anywhere()
  const oneByOne = random() < 0.3 ? Array.from({ length: 20 }, (_, at) => Math.min(from + at, bytes.length)) : []
  const cuts = [...Array.from({ length: Math.floor(random() * 6) }, anywhere), ...oneByOne].sort((a, b) => a - b)
  return [0, ...cuts].map((start, at) => bytes.subarray(start, cuts[at])).filter((piece) => piece.length > 0)
}

function streamOf(chunks: Uint8Array[], ending: Ending): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[at++]
      if (chunk) controller.enqueue(chunk)
      else if (ending === 'closed') controller.close()
      else if (ending === 'broken')
        controller.error(Object.assign(new TypeError('terminated'), { cause: { code: 'ECONNRESET' } }))
      else return new Promise(() => {})
      return undefined
    },
  })
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}
