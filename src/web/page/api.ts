import type { Overview } from './overview-wire.ts'
import type { Allowed, Briefings, Found, JobStory, Jobs, Line, LinePage, State, Turn, UploadedFile } from './wire.ts'

/** What came of asking the daemon. `later` means that the same request may work in a moment. */
export type Answer<T> =
  | { status: 'ok'; value: T }
  | { status: 'signed-out'; error: string }
  | { status: 'later'; error: string }
  | { status: 'refused'; error: string }

export interface Api {
  state(): Promise<Answer<State>>
  lines(chat: string, before?: number): Promise<Answer<LinePage>>
  say(chat: string, line: SaidLine): Promise<Answer<{ line?: Line }>>
  press(chat: string, data: string): Promise<Answer<{ said?: string; done?: boolean }>>
  /** What the model saw for an answer of a task; one that was tried again has more than one answer. */
  turn(chat: string, task: number, answeredAt: number): Promise<Answer<Turn>>
  search(words: string): Promise<Answer<Found>>
  stop(chat: string): Promise<Answer<{ stopped: number }>>
  allowed(): Promise<Answer<Allowed>>
  /** Takes one back; answers with what is left. */
  takeBack(id: number): Promise<Answer<Allowed>>
  jobs(): Promise<Answer<Jobs>>
  job(id: number): Promise<Answer<JobStory>>
  briefings(limit: number): Promise<Answer<Briefings>>
  addJob(words: string, chat: string): Promise<Answer<Jobs>>
  /** By what it is called in the address, with what it needs to know. */
  changeJob(id: number, change: JobChange, details?: object): Promise<Answer<Jobs>>
  overview(): Promise<Answer<Overview>>
  signIn(token: string): Promise<Answer<object>>
  signOut(): Promise<Answer<object>>
}

export type JobChange = 'run' | 'pause' | 'resume' | 'remove' | 'done' | 'edit' | 'snooze'

export interface SaidLine {
  key: string
  text: string
  files?: UploadedFile[]
  /** What it answers, shown on the page; the daemon is told its number. */
  replyTo?: { id: number }
}

export function createApi(): Api {
  const get = <T>(path: string) => ask<T>(path, {})
  const post = <T>(path: string, body: object) =>
    ask<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-skein': '1' },
      body: JSON.stringify(body),
    })
  const linesOf = (chat: string) => `/api/chats/${encodeURIComponent(chat)}/lines`
  return {
    state: () => get('/api/state'),
    lines: (chat, before) => get(linesOf(chat) + (before === undefined ? '' : `?before=${before}`)),
    say: (chat, { key, text, files, replyTo }) => post(linesOf(chat), { key, text, files, replyTo: replyTo?.id }),
    press: (chat, data) => post(`/api/chats/${encodeURIComponent(chat)}/press`, { data }),
    turn: (chat, task, at) => get(`/api/chats/${encodeURIComponent(chat)}/turns/${task}?until=${at}`),
    search: (words) => get(`/api/search?q=${encodeURIComponent(words)}`),
    stop: (chat) => post(`/api/chats/${encodeURIComponent(chat)}/stop`, {}),
    allowed: () => get('/api/allowed'),
    takeBack: (id) => post(`/api/allowed/${id}/remove`, {}),
    jobs: () => get('/api/jobs'),
    job: (id) => get(`/api/jobs/${id}`),
    briefings: (limit) => get(`/api/briefings?limit=${limit}`),
    addJob: (words, chat) => post('/api/jobs', { words, chat }),
    changeJob: (id, change, details = {}) => post(`/api/jobs/${id}/${change}`, details),
    overview: () => get('/api/overview'),
    signIn: (token) => post('/api/sign-in', { token }),
    signOut: () => post('/api/sign-out', {}),
  }
}

async function ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(20_000) })
    const body: unknown = await response.json()
    if (response.ok) return { status: 'ok', value: body as T }
    const error = (body as { error?: string }).error ?? `The daemon answered ${response.status}.`
    if (response.status === 401) return { status: 'signed-out', error }
    const canHelp = response.status === 408 || response.status === 429 || response.status >= 500
    return { status: canHelp ? 'later' : 'refused', error }
  } catch {
    return { status: 'later', error: 'The daemon cannot be reached.' }
  }
}
