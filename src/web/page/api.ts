import type { Activity, News, Notices, Said } from './wire/activity-wire.ts'
import type { Steps } from './wire/answer-wire.ts'
import type { ChatKeeping, ChatPage, ChatSummary } from './wire/chat-wire.ts'
import type { Commands } from './wire/command-wire.ts'
import type { Seen, Turn } from './wire/turn-wire.ts'
import type { Usage } from './wire/usage-wire.ts'
import type { Allowed, Briefings, JobRun, JobStory, Jobs, Line, LinePage, State, UploadedFile } from './wire/wire.ts'
import type { ApiWords } from './words/api-words.ts'

/** What came of asking the daemon. `later` means that the same request may work in a moment. */
export type Answer<T> =
  | { status: 'ok'; value: T }
  | { status: 'signed-out'; error: string }
  | { status: 'later'; error: string }
  | { status: 'refused'; error: string }

export interface Api {
  /** For what only one view asks; it says there what comes back. */
  get<T>(path: string, signal?: AbortSignal): Promise<Answer<T>>
  post<T>(path: string, body: object, waitMs?: number): Promise<Answer<T>>
  /** For what is told in lines while it goes on; the signal ends it. */
  told<T>(path: string, body: object, signal: AbortSignal): AsyncIterable<Answer<T>>
  state(): Promise<Answer<State>>
  /** The newest, or those before, after or around one of them. */
  lines(chat: string, place?: LinePlace): Promise<Answer<LinePage>>
  /** More of the list, behind the last one known; or what was archived. */
  chats(from: { after?: ChatSummary | undefined; archived?: boolean }): Promise<Answer<ChatPage>>
  /** Resolves with how it stands in the list now. */
  keep(chat: string, keeping: ChatKeeping): Promise<Answer<ChatSummary>>
  seen(chat: string, line: number): Promise<Answer<object>>
  say(chat: string, line: SaidLine): Promise<Answer<{ line?: Line }>>
  press(chat: string, data: string): Promise<Answer<{ said?: string; done?: boolean }>>
  /** What the model saw for an answer of a task; one that was tried again has more than one answer. */
  turn(chat: string, task: number, answeredAt: number): Promise<Answer<Turn>>
  /** What it would see if this were written there now; nothing is said and no model asked. */
  preview(chat: string, imagined: { text: string; replyTo?: number }): Promise<Answer<Seen>>
  /** What was done and thought for an answer. */
  steps(chat: string, line: number): Promise<Answer<Steps>>
  /** What can be said with a word of its own. */
  commands(): Promise<Answer<Commands>>
  stop(chat: string): Promise<Answer<{ stopped: number }>>
  allowed(): Promise<Answer<Allowed>>
  /** Takes one back; answers with what is left. */
  takeBack(id: number): Promise<Answer<Allowed>>
  jobs(): Promise<Answer<Jobs>>
  /** With its newest runs, or those before the last one known. */
  job(id: number, before?: JobRun): Promise<Answer<JobStory>>
  briefings(before?: JobRun): Promise<Answer<Briefings>>
  addJob(words: string, chat: string): Promise<Answer<Jobs>>
  /** By what it is called in the address, with what it needs to know. */
  changeJob(id: number, change: JobChange, details?: object): Promise<Answer<Jobs>>
  activity(): Promise<Answer<Activity>>
  /** How much of it waits for a look. */
  news(): Promise<Answer<News>>
  stopTask(id: number): Promise<Answer<Activity>>
  /** As it was shown: what was tried again since is meant no more. */
  retryTask(task: { id: number; generation: number }): Promise<Answer<Activity>>
  /** Seen, and not to be shown any more. */
  dismissTask(task: { id: number; generation: number }): Promise<Answer<Activity>>
  dismissDelivery(id: number): Promise<Answer<Activity>>
  answerQuestion(id: number, said: Said): Promise<Answer<Activity>>
  sendDraft(id: number): Promise<Answer<Activity>>
  readNotices(to: number): Promise<Answer<Activity>>
  olderNotices(before: number): Promise<Answer<Notices>>
  /** Of so many days, today the last. */
  usage(days: number): Promise<Answer<Usage>>
  signIn(token: string): Promise<Answer<object>>
  signOut(): Promise<Answer<object>>
}

export type LinePlace = { before: number } | { after: number } | { around: number }

export type JobChange = 'run' | 'pause' | 'resume' | 'remove' | 'done' | 'edit' | 'snooze'

export interface SaidLine {
  key: string
  text: string
  files?: UploadedFile[]
  /** What it answers, shown on the page; the daemon is told its number. */
  replyTo?: { id: number }
}

export function createApi(words: () => ApiWords): Api {
  const ask = <T>(path: string, init: RequestInit, waitMs?: number) => answerTo<T>(path, init, words(), waitMs)
  const get = <T>(path: string, signal?: AbortSignal) => ask<T>(path, signal ? { signal } : {})
  const post = <T>(path: string, body: object, waitMs?: number) => ask<T>(path, posting(body), waitMs)
  const linesOf = (chat: string) => `/api/chats/${encodeURIComponent(chat)}/lines`
  return {
    get,
    post,
    told: (path, body, signal) => toldBy(path, { ...posting(body), signal }, words()),
    state: () => get('/api/state'),
    lines: (chat, place) => get(linesOf(chat) + (place ? `?${query(place)}` : '')),
    chats: ({ after, archived }) => get(`/api/chats?${query({ ...(archived && { archived }), ...placeOf(after) })}`),
    keep: (chat, keeping) => post(`/api/chats/${encodeURIComponent(chat)}/keep`, keeping),
    seen: (chat, line) => post(`/api/chats/${encodeURIComponent(chat)}/seen`, { line }),
    say: (chat, { key, text, files, replyTo }) => post(linesOf(chat), { key, text, files, replyTo: replyTo?.id }),
    press: (chat, data) => post(`/api/chats/${encodeURIComponent(chat)}/press`, { data }),
    turn: (chat, task, at) => get(`/api/chats/${encodeURIComponent(chat)}/turns/${task}?until=${at}`),
    preview: (chat, imagined) => post(`/api/chats/${encodeURIComponent(chat)}/preview`, imagined),
    steps: (chat, line) => get(`${linesOf(chat)}/${line}/steps`),
    commands: () => get('/api/commands'),
    stop: (chat) => post(`/api/chats/${encodeURIComponent(chat)}/stop`, {}),
    allowed: () => get('/api/allowed'),
    takeBack: (id) => post(`/api/allowed/${id}/remove`, {}),
    jobs: () => get('/api/jobs'),
    job: (id, before) => get(`/api/jobs/${id}${olderThan(before)}`),
    briefings: (before) => get(`/api/briefings${olderThan(before)}`),
    addJob: (words, chat) => post('/api/jobs', { words, chat }),
    changeJob: (id, change, details = {}) => post(`/api/jobs/${id}/${change}`, details),
    activity: () => get('/api/activity'),
    news: () => get('/api/activity/news'),
    stopTask: (id) => post(`/api/activity/tasks/${id}/stop`, {}),
    retryTask: ({ id, generation }) => post(`/api/activity/tasks/${id}/retry`, { generation }),
    dismissTask: ({ id, generation }) => post(`/api/activity/tasks/${id}/dismiss`, { generation }),
    dismissDelivery: (id) => post(`/api/activity/deliveries/${id}/dismiss`, {}),
    answerQuestion: (id, said) => post(`/api/activity/questions/${id}/answer`, { said }),
    sendDraft: (id) => post(`/api/activity/drafts/${id}/send`, {}),
    olderNotices: (before) => get(`/api/activity/notices?before=${before}`),
    readNotices: (to) => post('/api/activity/notices/read', { to }),
    usage: (days) => get(`/api/usage?days=${days}`),
    signIn: (token) => post('/api/sign-in', { token }),
    signOut: () => post('/api/sign-out', {}),
  }
}

function posting(body: object): RequestInit {
  const headers = { 'content-type': 'application/json', 'x-skein': '1' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

function query(given: object): string {
  return new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

function placeOf(chat: ChatSummary | undefined): object {
  return chat ? { at: chat.at, id: chat.id, pinned: chat.pinned ?? false } : {}
}

async function answerTo<T>(path: string, init: RequestInit, words: ApiWords, waitMs = 20_000): Promise<Answer<T>> {
  try {
    const late = AbortSignal.timeout(waitMs)
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
    return await answerIn<T>(await fetch(path, { ...inLanguage(init, words), signal }), words)
  } catch {
    return { status: 'later', error: words.notReached }
  }
}

function inLanguage(init: RequestInit, { language }: ApiWords): RequestInit {
  return { ...init, headers: { ...init.headers, 'accept-language': language } }
}

async function answerIn<T>(response: Response, words: ApiWords): Promise<Answer<T>> {
  const body: unknown = await response.json()
  if (response.ok) return { status: 'ok', value: body as T }
  const error = (body as { error?: string }).error ?? words.answered(response.status)
  if (response.status === 401) return { status: 'signed-out', error }
  const canHelp = response.status === 408 || response.status === 429 || response.status >= 500
  return { status: canHelp ? 'later' : 'refused', error }
}

async function* toldBy<T>(path: string, init: RequestInit, words: ApiWords): AsyncGenerator<Answer<T>> {
  try {
    const response = await fetch(path, inLanguage(init, words))
    if (!response.ok || !response.body) return yield await answerIn<T>(response, words)
    for await (const line of linesIn(response.body)) yield { status: 'ok', value: JSON.parse(line) as T }
  } catch {
    yield { status: 'later', error: words.notReached }
  }
}

function olderThan(run: JobRun | undefined): string {
  return run ? `?before=${run.at}-${run.id}` : ''
}

/** The lines of an answer as they come; empty ones are left out. */
export async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ? decoder.decode(value, { stream: true }) : '')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
    if (done) return
  }
}
