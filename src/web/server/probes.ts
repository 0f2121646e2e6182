import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { runNamed } from '../../lib/named-work.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { callerOf } from './entry-point.ts'
import { createTokenBuckets, guessLimits } from './token-buckets.ts'

/** What programs that watch the daemon may ask. */
export interface ProbeService {
  isAlive(): boolean
  /** Why no message is answered now, in one of a few fixed words; undefined if all is well. */
  obstacle(): string | undefined
  /** Without this there is no /metrics. */
  metrics?: MetricsService | undefined
}

export interface MetricsService {
  token: string
  /** The numbers as OpenMetrics text. */
  read(): Promise<{ type: string; text: string }>
}

export interface ProbesDeps {
  service: ProbeService
  clock: Clock
  log: Log
  /** Called for every connection with the right token. */
  keep(socket: Socket): void
}

type Answer = [status: number, text: string, headers?: Record<string, string>]
type AnswerProbe = (request: IncomingMessage, isPublic: boolean) => Promise<Answer>

/**
 * Answers /healthz, /readyz and /metrics; returns false if a request is for something else. They are not part of the
 * page's app, so that asking every few seconds does not load it.
 */
export function createProbes({ service, log, ...deps }: ProbesDeps) {
  const answers = new Map<string, AnswerProbe>([
    ['/healthz', async () => (service.isAlive() ? [200, 'ok'] : [503, 'stuck'])],
    [
      '/readyz',
      async () => {
        const obstacle = service.obstacle()
        return obstacle === undefined ? [200, 'ok'] : [503, obstacle]
      },
    ],
  ])
  if (service.metrics) answers.set('/metrics', createMetricsAnswer(service.metrics, deps))

  async function send(answering: Promise<Answer>, response: ServerResponse): Promise<void> {
    const [status, text, headers] = await answering.catch((err: unknown): Answer => {
      log.error({ err }, 'a probe could not be answered')
      return [500, 'broken']
    })
    // The client may have left in the meantime.
    if (response.destroyed) return
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers })
    response.end(text.endsWith('\n') ? text : `${text}\n`)
  }

  return (request: IncomingMessage, response: ServerResponse, isPublic: boolean): boolean => {
    const answer = request.method === 'GET' ? answers.get(request.url?.split('?', 1)[0] ?? '') : undefined
    if (answer) void send(answer(request, isPublic), response)
    return answer !== undefined
  }
}

/** Wrong tokens are counted per address, like wrong sign-in links. The right one always works. */
function createMetricsAnswer(
  { token, read }: MetricsService,
  { clock, keep }: Pick<ProbesDeps, 'clock' | 'keep'>,
): AnswerProbe {
  const isToken = createTokenCheck(token)
  const guesses = {
    machine: createTokenBuckets(clock, guessLimits.machine, guessLimits.maxGuessers),
    public: createTokenBuckets(clock, guessLimits.public, guessLimits.maxGuessers),
  }
  return async (request, isPublic) => {
    const given = bearerToken(request.headers.authorization)
    if (given === undefined) return unauthorized
    if (!isToken(given)) {
      const bucket = guesses[isPublic ? 'public' : 'machine'](callerOf(request))
      return bucket.take() ? unauthorized : [429, 'Too many wrong tokens.', { 'retry-after': '60' }]
    }
    keep(request.socket)
    const { type, text } = await runNamed('GET /metrics', read)
    return [200, text, { 'content-type': type }]
  }
}

const unauthorized: Answer = [
  401,
  'This needs the token of [metrics] in the configuration.',
  { 'www-authenticate': 'Bearer' },
]

function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token] = authorization?.split(' ', 2) ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/** Compares hashes, so that the time tells neither how much of a token is right nor how long it is. */
function createTokenCheck(token: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(token)
  return (given) => timingSafeEqual(hash(given), expected)
}
