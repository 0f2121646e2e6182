import { QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
import { childEnv } from '../../lib/child.ts'
import { splitEffort } from '../brains.ts'
import { anthropicPrice, type CacheTime } from '../model-prices.ts'
import type { PermissionAnswer, Session, ToolAccess, ToolPass } from '../spawner.ts'
import type { ContentBlock } from './content-blocks.ts'

/** The name of our tool server in the CLI. */
export const toolServer = 'skein'
/** How the names of the daemon's tools begin in the CLI. */
export const DAEMON_TOOL_PREFIX = `mcp__${toolServer}__`

/** Our server is always loaded. Otherwise the model must first search for its tools, which costs a request. */
export function mcpServers(access: ToolAccess | undefined, pass: ToolPass | undefined): object {
  if (!access || !pass) return {}
  const headers = { Authorization: `Bearer ${pass.token}` }
  return { [toolServer]: { type: 'http', url: access.url, headers, alwaysLoad: true } }
}

/** The settings that decide how the CLI is called, apart from the turn. */
export interface ClaudeAccess {
  /** Its settings, login and HOME: a folder that nothing else uses. */
  configDir: string
  /** The daemon's environment. Only what is needed to find programs and reach the network is passed on. */
  env: NodeJS.ProcessEnv
  /** Only one credential is passed on; the key takes precedence. */
  apiKey?: string
  oauthToken?: string
  baseUrl?: string
  model?: string
  /** The model for `fast`; the CLI's own small model by default. */
  fastModel?: string
  smartModel?: string
  /** Used if the model is overloaded. */
  fallbackModel?: string
  effort?: string
  /** What comes before our prompt; "none" by default. */
  basePrompt?: BasePrompt
  /** How long the service caches what it has read; an hour by default. */
  cache?: CacheTime
  /** Whether nothing is cached, because the prompt will not be sent again. */
  isSentOnce?: boolean
  /** The most requests per turn, and its maximum cost. */
  maxRequests?: number
  maxUsd?: number
  /** How often the CLI retries before it reports a failure. */
  retries?: number
}

/** "claude-code": the prompt that makes the CLI a coding agent. "none": one sentence in its place. */
export type BasePrompt = 'claude-code' | 'none'

/** The settings that differ between processes. */
export interface ProcessArguments {
  prompt: string[]
  /** The CLI's own choice by default. */
  model: string | undefined
  effort: string | undefined
  session: Session | undefined
  mcpFile: string | undefined
  /** The CLI's own tools that are enabled. */
  tools: string[]
  /** The kinds of subagents, if there may be any. */
  agents: string | undefined
}

/**
 * Enables our tools and the requested tools of the CLI, which asks us before each use of its own. `--setting-sources
 * ""` and `--strict-mcp-config` ignore settings, hooks and servers in the working folder, which the CLI would otherwise
 * obey without asking when it runs with -p.
 */
export function claudeArgs(
  access: ClaudeAccess,
  { prompt, model, effort, session, mcpFile, tools, agents }: ProcessArguments,
): string[] {
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
    // With =, because the flag takes all following words as values.
    mcpFile === undefined ? [] : ['--mcp-config', mcpFile, `--allowedTools=mcp__${toolServer}`],
    option('--agents', agents),
    option('--model', model),
    option('--fallback-model', access.fallbackModel),
    option('--effort', effort),
    ['--settings', JSON.stringify(withoutGitInstructions)],
    // The CLI counts requests per turn and money since the process began; docs/decisions/0025 has the measurements.
    option('--max-turns', access.maxRequests),
    option('--max-budget-usd', cliBudget(access, model)),
  ]
  return flags.flat()
}

/** For one answer to one prompt: no tools, no session, and our own system prompt instead of the CLI's. */
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

/**
 * The maximum cost that the CLI counts for us. It then writes a line about the budget after each turn, so we count
 * ourselves unless the price of a named model is unknown.
 */
export function cliBudget(
  { maxUsd, fallbackModel }: Pick<ClaudeAccess, 'maxUsd' | 'fallbackModel'>,
  model: string | undefined,
): number | undefined {
  const named = [model, fallbackModel].filter((name) => name !== undefined)
  return named.every((name) => anthropicPrice(name, '1h')) ? undefined : maxUsd
}

/** The model of a role, with or without an effort; anything else is the name of a model. */
export function modelFor(
  { model, fastModel, smartModel }: Pick<ClaudeAccess, 'model' | 'fastModel' | 'smartModel'>,
  choice: string,
): string | undefined {
  const role = splitEffort(choice).model
  if (role === 'fast') return fastModel ?? 'haiku'
  if (role === 'smart') return smartModel ?? model
  return role === 'general' ? model : role
}

/** The effort that was chosen with the model, or else the configured one. */
export function effortFor({ effort }: Pick<ClaudeAccess, 'effort'>, choice: string): string | undefined {
  return splitEffort(choice).effort ?? effort
}

/** Turns off the instructions about git commits and about signing them in the name of the CLI. */
const withoutGitInstructions = {
  includeCoAuthoredBy: false,
  attribution: { commit: '', pr: '' },
  includeGitInstructions: false,
}

function option(flag: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [flag, String(value)]
}

function sessionArgs(session: Session | undefined): string[] {
  if (!session) return ['--no-session-persistence']
  return session.isNew ? ['--session-id', session.id] : ['--resume', session.id]
}

/** The user turn as one line on stdin. `client_composed` makes "/cost" and "@/etc/passwd" plain text. */
export function userLine(words: string | ContentBlock[]): string {
  // The API refuses a request with half a surrogate pair.
  const content = typeof words === 'string' ? words.toWellFormed() : words
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content }, client_composed: true })}\n`
}

/** The complete environment of the CLI. */
export function claudeEnv(access: ClaudeAccess, tmpDir: string): Record<string, string> {
  return {
    ...childEnv(access.env),
    ...switches,
    HOME: access.configDir,
    TMPDIR: tmpDir,
    CLAUDE_CONFIG_DIR: access.configDir,
    CLAUDE_CODE_MAX_RETRIES: String(access.retries ?? 3),
    ...caching(access),
    ...credential(access),
    ...(access.baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: access.baseUrl, ...unsigned(access) }),
  }
}

function caching({ cache, isSentOnce }: ClaudeAccess): Record<string, string> {
  if (isSentOnce) return { DISABLE_PROMPT_CACHING: '1' }
  // Without this, a person who answers after six minutes would pay for the whole conversation again.
  return cache === '5m' ? {} : { ENABLE_PROMPT_CACHING_1H: '1' }
}

// The CLI puts an accounting header that differs in each session before everything else. Anthropic's service ignores it
// for caching, but for any other service the prompt would never be the same twice.
function unsigned({ apiKey }: ClaudeAccess): Record<string, string> {
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
  // Our tools are in every request; searching for them first would cost another one.
  ENABLE_TOOL_SEARCH: 'false',
  // One of our tools may wait for a person's answer. Newer CLIs give up on a tool that is silent for five minutes.
  MCP_TOOL_TIMEOUT: toolTimeoutMs,
  CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT: toolTimeoutMs,
  // Without these, a silently dead connection blocks a turn for 300 s or more.
  CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS: '60000',
  API_TIMEOUT_MS: '120000',
}

function credential({ apiKey, oauthToken }: ClaudeAccess): Record<string, string> {
  if (apiKey !== undefined) return { ANTHROPIC_API_KEY: apiKey }
  return oauthToken === undefined ? {} : { CLAUDE_CODE_OAUTH_TOKEN: oauthToken }
}

// The CLI's control protocol on stdin and stdout, as its own SDK uses it. Hooks and permission requests reach us
// without another process, port or timeout. docs/decisions/0007 says why.

/** The name under which the CLI calls us after a tool, or after all tools of one reply. */
export const AFTER_TOOL = 'after-tool'

/**
 * Sent first, so that the CLI asks us before every tool, and lets us add after it what a person has said meanwhile. The
 * hook before a tool only judges. If a person has to decide, the CLI asks again, so the timeout can be short.
 */
export function guardLine(): string {
  const after = [{ matcher: '', hookCallbackIds: [AFTER_TOOL], timeout: 60 }]
  const hooks = {
    PreToolUse: [{ matcher: '', hookCallbackIds: ['before-tool'], timeout: 60 }],
    PostToolUse: after,
    PostToolUseFailure: after,
  }
  return controlLine({ type: 'control_request', request_id: 'guard', request: { subtype: 'initialize', hooks } })
}

/** The verdict on one use of a tool: allow, deny, or ask a person. */
export function hookAnswer(request: string, judged: PermissionAnswer | { verdict: 'ask' }): string {
  const reason = judged.verdict === 'deny' ? { permissionDecisionReason: judged.why } : {}
  return respond(request, {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: judged.verdict, ...reason },
  })
}

/** Lets the CLI go on after a tool. */
export function continueAnswer(request: string): string {
  return respond(request, {})
}

/** The person's answer. The input is returned unchanged, so that exactly what was shown is run. */
export function promptAnswer(request: string, answer: PermissionAnswer, input: Record<string, unknown>): string {
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
