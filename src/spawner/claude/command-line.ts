import { QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
import { childEnv } from '../../lib/child.ts'
import type { Answer, Session } from '../spawner.ts'
import type { ContentBlock } from './content-blocks.ts'

/** The name our tools have in the CLI. */
export const toolServer = 'skein'

/** What decides how the CLI is called, beside the turn itself. */
export interface Access {
  /** Its settings, its login, and its HOME: a folder that nothing else uses. */
  configDir: string
  /** Of the daemon: what finds programs and reaches the network is passed on, the rest is not. */
  env: NodeJS.ProcessEnv
  /** Only one credential is passed on; the key wins. */
  apiKey?: string
  oauthToken?: string
  baseUrl?: string
  model?: string
  /** What `fast` means; the CLI's own small model unless set. */
  fastModel?: string
  smartModel?: string
  /** Asked instead when the model is overloaded. */
  fallbackModel?: string
  effort?: string
  /** Whether the CLI's own prompt stands before ours or gives way to it; it stands unless said. */
  basePrompt?: BasePrompt
  /** How long the service keeps what it has read; an hour unless said. */
  cache?: '1h' | '5m'
  /** How often one turn may ask the model, and what it may cost by the CLI's own count. */
  maxRequests?: number
  maxUsd?: number
  /** How often the CLI itself tries again before it reports a failure. */
  retries?: number
}

/** "claude-code": what makes the CLI a coding agent stays. "none": the model reads our prompt and nothing else of the kind. */
export type BasePrompt = 'claude-code' | 'none'

/** What differs from process to process. */
export interface Calling {
  prompt: string[]
  /** The CLI's own choice unless said. */
  model: string | undefined
  session: Session | undefined
  mcpFile: string | undefined
  /** Of the CLI's own. */
  tools: string[]
}

/**
 * Ours, when there are any, and of the CLI's own tools those that were asked for; then it asks us before each. `--setting-sources ""` and `--strict-mcp-config` keep
 * settings, hooks and servers of the working folder out: the CLI obeys those without asking when it runs with -p.
 */
export function claudeArgs(access: Access, { prompt, model, session, mcpFile, tools }: Calling): string[] {
  const flags = [
    ['-p', '--verbose', '--include-partial-messages'],
    ['--input-format', 'stream-json', '--output-format', 'stream-json'],
    prompt,
    sessionArgs(session),
    ['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands'],
    ['--tools', tools.join(',')],
    tools.length === 0
      ? ['--permission-mode', 'dontAsk']
      : ['--permission-mode', 'default', '--permission-prompt-tool', 'stdio'],
    // With = because the flag takes as many words as follow.
    mcpFile === undefined ? [] : ['--mcp-config', mcpFile, `--allowedTools=mcp__${toolServer}`],
    option('--model', model),
    option('--fallback-model', access.fallbackModel),
    option('--effort', access.effort),
    ['--settings', JSON.stringify(withoutTheTerminal)],
    // Both are counted for each turn, the money since the process began: docs/decisions/0025 has the measurements.
    option('--max-turns', access.maxRequests),
    option('--max-budget-usd', access.maxUsd),
  ]
  return flags.flat()
}

/** For one answer to one prompt: no tools, no session, a system prompt of our own in place of the CLI's. */
export function completionArgs(model: string | undefined, system: string): string[] {
  const flags = [
    ['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
    ['--system-prompt', system, '--no-session-persistence', '--max-turns', '1'],
    ['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands'],
    ['--tools', '', '--permission-mode', 'dontAsk'],
    option('--model', model),
  ]
  return flags.flat()
}

/** What a role comes to; whatever is no role is a model by its own name. */
export function modelFor(
  { model, fastModel, smartModel }: Pick<Access, 'model' | 'fastModel' | 'smartModel'>,
  role: string,
): string | undefined {
  if (role === 'fast') return fastModel ?? 'haiku'
  if (role === 'smart') return smartModel ?? model
  return role === 'general' ? model : role
}

/** What a model is told of committing for a programmer, and of signing it in the name of the CLI. */
const withoutTheTerminal = {
  includeCoAuthoredBy: false,
  attribution: { commit: '', pr: '' },
  includeGitInstructions: false,
}

function option(flag: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [flag, String(value)]
}

function sessionArgs(session: Session | undefined): string[] {
  if (!session) return ['--no-session-persistence']
  return session.opens ? ['--session-id', session.id] : ['--resume', session.id]
}

/** The person's turn as the one line on stdin. `client_composed` makes "/cost" and "@/etc/passwd" plain text. */
export function userLine(words: string | ContentBlock[]): string {
  // Half a surrogate pair is no character, and the API refuses a request that holds one.
  const content = typeof words === 'string' ? words.toWellFormed() : words
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content }, client_composed: true })}\n`
}

/** Everything the CLI may know of our environment. */
export function claudeEnv(access: Access, tmpDir: string): Record<string, string> {
  return {
    ...childEnv(access.env),
    ...switches,
    HOME: access.configDir,
    TMPDIR: tmpDir,
    CLAUDE_CONFIG_DIR: access.configDir,
    CLAUDE_CODE_MAX_RETRIES: String(access.retries ?? 3),
    // Whoever answers after six minutes would else pay for the whole conversation again.
    ...(access.cache === '5m' ? {} : { ENABLE_PROMPT_CACHING_1H: '1' }),
    ...credential(access),
    ...(access.baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: access.baseUrl, ...unsigned(access) }),
  }
}

// A line of accounts that differs with each session stands before everything else. Anthropic's own service knows it; to
// another one it is a prompt that is never the same twice.
function unsigned({ apiKey }: Access): Record<string, string> {
  return apiKey === undefined ? {} : { CLAUDE_CODE_ATTRIBUTION_HEADER: '0' }
}

const toolTimeoutMs = String((QUESTION_OPEN_MINUTES + 5) * 60_000)

const switches = {
  CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  // Our tools are in every request; looking for them first would cost one of its own.
  ENABLE_TOOL_SEARCH: 'false',
  // A tool of ours may wait for a person's answer. Newer CLIs give up on a tool that is silent for five minutes.
  MCP_TOOL_TIMEOUT: toolTimeoutMs,
  CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT: toolTimeoutMs,
  // Without these a connection that dies silently holds a turn for 300 s and more.
  CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS: '60000',
  API_TIMEOUT_MS: '120000',
}

function credential({ apiKey, oauthToken }: Access): Record<string, string> {
  if (apiKey !== undefined) return { ANTHROPIC_API_KEY: apiKey }
  return oauthToken === undefined ? {} : { CLAUDE_CODE_OAUTH_TOKEN: oauthToken }
}

// The CLI's control protocol on stdin and stdout, the one its own SDK speaks: the hook and the question of a permission
// reach us without a process, a port or a timeout in between. docs/decisions/0007 says why.

/** To be said first: from then on it asks before every tool. The hook may take its time; it only judges, a person answers later. */
export function guardLine(): string {
  const hooks = { PreToolUse: [{ matcher: '', hookCallbackIds: ['before-tool'], timeout: 60 }] }
  return controlLine({ type: 'control_request', request_id: 'guard', request: { subtype: 'initialize', hooks } })
}

/** What the hook says of one use: yes, no, or that a person has to be asked. */
export function hookAnswer(request: string, judged: Answer | { verdict: 'ask' }): string {
  const reason = judged.verdict === 'deny' ? { permissionDecisionReason: judged.why } : {}
  return respond(request, {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: judged.verdict, ...reason },
  })
}

/** What the person said; the input goes back as it came, so that what was shown is what runs. */
export function promptAnswer(request: string, answer: Answer, input: Record<string, unknown>): string {
  return respond(
    request,
    answer.verdict === 'allow' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: answer.why },
  )
}

function respond(request: string, response: object): string {
  return controlLine({ type: 'control_response', response: { subtype: 'success', request_id: request, response } })
}

function controlLine(message: object): string {
  return `${JSON.stringify(message)}\n`
}
