import type { News, ProposalDecision, QuestionAnswer, WireActivity, WireNoticePage } from './wire/activity-wire.ts'
import type { ChatChanges, ChatListPage, ChatSummary, CommandList, ErasableChat } from './wire/chat-wire.ts'
import type { Briefings, JobList, JobRun, WireJobHistory } from './wire/schedule-wire.ts'
import type { Allowed } from './wire/settings-wire.ts'
import type { InspectedPrompt, InspectedTurn } from './wire/turn-wire.ts'
import type { UsageOverview } from './wire/usage-wire.ts'
import type { AnswerSteps, LinePage, State, ThreadLine, UploadedFile, VersionChange } from './wire/wire.ts'
import type { ApiWords } from './words/common-words.ts'

/** The result of a request. `later` means that a retry may succeed. */
export type ApiResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'signed-out'; error: string }
  | { status: 'later'; error: string }
  | { status: 'refused'; error: string }

export interface Api {
  /** For requests that only one view makes. */
  get<T>(path: string, signal?: AbortSignal): Promise<ApiResult<T>>
  post<T>(path: string, body: object, waitMs?: number): Promise<ApiResult<T>>
  /** Sends raw bytes. */
  postBytes<T>(path: string, bytes: Blob, waitMs: number): Promise<ApiResult<T>>
  /** Streams a response line by line until the signal aborts. */
  postStream<T>(path: string, body: object, signal: AbortSignal): AsyncIterable<ApiResult<T>>
  state(): Promise<ApiResult<State>>
  /** The newest lines, or those before, after or around a line. */
  lines(chat: string, place?: LinePlace): Promise<ApiResult<LinePage>>
  /** The next page of the list, or the archived chats. */
  chats(from: { after?: ChatSummary | undefined; archived?: boolean }): Promise<ApiResult<ChatListPage>>
  /** Resolves with the updated chat. */
  changeChat(chat: string, changes: ChatChanges): Promise<ApiResult<ChatSummary>>
  erasable(chat: string): Promise<ApiResult<ErasableChat>>
  markSeen(chat: string, line: number): Promise<ApiResult<object>>
  say(chat: string, line: SaidLine): Promise<ApiResult<{ line?: ThreadLine }>>
  /** Requests another version of an answer. */
  retry(chat: string, line: number): Promise<ApiResult<VersionChange>>
  /** Shows another version of a part of the chat. */
  choose(chat: string, version: number): Promise<ApiResult<VersionChange>>
  press(chat: string, data: string): Promise<ApiResult<{ said?: string; done?: boolean }>>
  /** What the model saw for an answer. A retried task has several answers. */
  turn(chat: string, task: number, answeredAt: number): Promise<ApiResult<InspectedTurn>>
  /** What the model would see for this message. Nothing is sent. */
  preview(chat: string, imagined: { text: string; replyTo?: number }): Promise<ApiResult<InspectedPrompt>>
  /** The actions and the reasoning behind an answer. */
  steps(chat: string, line: number): Promise<ApiResult<AnswerSteps>>
  commands(): Promise<ApiResult<CommandList>>
  stop(chat: string): Promise<ApiResult<{ stopped: number }>>
  allowed(): Promise<ApiResult<Allowed>>
  /** Revokes a permission and returns the remaining ones. */
  takeBack(id: number): Promise<ApiResult<Allowed>>
  jobs(): Promise<ApiResult<JobList>>
  /** With its newest runs, or those before a given run. */
  job(id: number, before?: JobRun): Promise<ApiResult<WireJobHistory>>
  briefings(before?: JobRun): Promise<ApiResult<Briefings>>
  addJob(words: string, chat: string): Promise<ApiResult<JobList>>
  changeJob(id: number, change: JobAction, details?: object): Promise<ApiResult<JobList>>
  activity(): Promise<ApiResult<WireActivity>>
  /** The number of items that need attention. */
  news(): Promise<ApiResult<News>>
  stopTask(id: number): Promise<ApiResult<WireActivity>>
  /** Applies only to this generation of the task: if it was retried in the meantime, nothing happens. */
  retryTask(task: { id: number; generation: number }): Promise<ApiResult<WireActivity>>
  /** Hides a failed task. */
  dismissTask(task: { id: number; generation: number }): Promise<ApiResult<WireActivity>>
  dismissDelivery(id: number): Promise<ApiResult<WireActivity>>
  answerQuestion(id: number, said: QuestionAnswer): Promise<ApiResult<WireActivity>>
  decideProposal(id: number, decision: ProposalDecision): Promise<ApiResult<WireActivity>>
  sendDraft(id: number): Promise<ApiResult<WireActivity>>
  readNotices(to: number): Promise<ApiResult<WireActivity>>
  olderNotices(before: number): Promise<ApiResult<WireNoticePage>>
  /** Usage of the last days, including today. */
  usage(days: number): Promise<ApiResult<UsageOverview>>
  signIn(token: string): Promise<ApiResult<object>>
  signOut(): Promise<ApiResult<object>>
}

export type LinePlace = { before: number } | { after: number } | { around: number }

export type JobAction = 'run' | 'pause' | 'resume' | 'remove' | 'done' | 'edit' | 'snooze'

export interface SaidLine {
  key: string
  text: string
  files?: UploadedFile[]
  /** The line it replies to. */
  replyTo?: { id: number }
  /** The stored message that it takes the place of. */
  replaces?: number
  spoken?: true | undefined
}

export function createApi(words: () => ApiWords): Api {
  const send = <T>(path: string, init: RequestInit, waitMs?: number) => request<T>(path, init, words(), waitMs)
  const get = <T>(path: string, signal?: AbortSignal) => send<T>(path, signal ? { signal } : {})
  const post = <T>(path: string, body: object, waitMs?: number) => send<T>(path, postInit(body), waitMs)
  const linesPath = (chat: string) => `/api/chats/${encodeURIComponent(chat)}/lines`
  return {
    get,
    post,
    postBytes: (path, body, waitMs) =>
      send(
        path,
        { method: 'POST', headers: { 'content-type': 'application/octet-stream', 'x-skein': '1' }, body },
        waitMs,
      ),
    postStream: (path, body, signal) => streamLines(path, { ...postInit(body), signal }, words()),
    state: () => get('/api/state'),
    lines: (chat, place) => get(linesPath(chat) + (place ? `?${query(place)}` : '')),
    chats: ({ after, archived }) => get(`/api/chats?${query({ ...(archived && { archived }), ...positionOf(after) })}`),
    changeChat: (chat, changes) => post(`/api/chats/${encodeURIComponent(chat)}/keep`, changes),
    erasable: (chat) => get(`/api/chats/${encodeURIComponent(chat)}/erasable`),
    markSeen: (chat, line) => post(`/api/chats/${encodeURIComponent(chat)}/seen`, { line }),
    say: (chat, { key, text, files, replyTo, replaces, spoken }) =>
      post(linesPath(chat), { key, text, files, replyTo: replyTo?.id, replaces, spoken }),
    retry: (chat, line) => post(`${linesPath(chat)}/${line}/retry`, {}),
    choose: (chat, version) => post(`/api/chats/${encodeURIComponent(chat)}/versions/${version}/choose`, {}),
    press: (chat, data) => post(`/api/chats/${encodeURIComponent(chat)}/press`, { data }),
    turn: (chat, task, at) => get(`/api/chats/${encodeURIComponent(chat)}/turns/${task}?until=${at}`),
    preview: (chat, imagined) => post(`/api/chats/${encodeURIComponent(chat)}/preview`, imagined),
    steps: (chat, line) => get(`${linesPath(chat)}/${line}/steps`),
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
    decideProposal: (id, decision) => post(`/api/activity/proposals/${id}/decide`, { decision }),
    sendDraft: (id) => post(`/api/activity/drafts/${id}/send`, {}),
    olderNotices: (before) => get(`/api/activity/notices?before=${before}`),
    readNotices: (to) => post('/api/activity/notices/read', { to }),
    usage: (days) => get(`/api/usage?days=${days}`),
    signIn: (token) => post('/api/sign-in', { token }),
    signOut: () => post('/api/sign-out', {}),
  }
}

function postInit(body: object): RequestInit {
  const headers = { 'content-type': 'application/json', 'x-skein': '1' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

function query(parameters: object): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

function positionOf(chat: ChatSummary | undefined): object {
  return chat ? { at: chat.at, id: chat.id, pinned: chat.pinned ?? false } : {}
}

async function request<T>(path: string, init: RequestInit, words: ApiWords, waitMs = 20_000): Promise<ApiResult<T>> {
  try {
    const timeout = AbortSignal.timeout(waitMs)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return await readAnswer<T>(await fetch(path, { ...withLanguage(init, words), signal }), words)
  } catch {
    return { status: 'later', error: words.notReached }
  }
}

function withLanguage(init: RequestInit, { language }: ApiWords): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('accept-language', language)
  return { ...init, headers }
}

async function readAnswer<T>(response: Response, words: ApiWords): Promise<ApiResult<T>> {
  const body: unknown = await response.json()
  if (response.ok) return { status: 'ok', value: body as T }
  const error = (body as { error?: string }).error ?? words.answered(response.status)
  if (response.status === 401) return { status: 'signed-out', error }
  const canRetry = response.status === 408 || response.status === 429 || response.status >= 500
  return { status: canRetry ? 'later' : 'refused', error }
}

async function* streamLines<T>(path: string, init: RequestInit, words: ApiWords): AsyncGenerator<ApiResult<T>> {
  try {
    const response = await fetch(path, withLanguage(init, words))
    if (!response.ok || !response.body) return yield await readAnswer<T>(response, words)
    for await (const line of linesIn(response.body)) yield { status: 'ok', value: JSON.parse(line) as T }
  } catch {
    yield { status: 'later', error: words.notReached }
  }
}

function olderThan(run: JobRun | undefined): string {
  return run ? `?before=${run.at}-${run.id}` : ''
}

/** Yields the lines of a response as they arrive, without empty ones. */
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
