import { connectMessages } from '../../../app/connect/connect-messages.ts'
import { findOllama } from '../../../app/connect/ollama.ts'
import { saveDefaultBrain } from '../../../app/setup/setup-steps.ts'
import { readConfigText } from '../../../config/config-draft.ts'
import { UsageError, UserFacingError } from '../../../domain/errors.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { connectServices } from '../../../web/page/wire/connect-fields.ts'
import { connectWords } from '../../../web/page/words/settings/connect-words.ts'
import { connectByAnswers, connectBySignIn, describeSignIn } from './connect-questions.ts'
import { readSecretFlag, type StepResult, tellDone, type Wizard } from './wizard-context.ts'

const words = connectWords.en
const kinds = ['claude', ...Object.keys(connectServices)]

const hints: Record<string, string> = {
  anthropic: 'Claude with an API key, without the CLI',
  openrouter: 'many models with one API key',
  'openai-compatible': 'LM Studio, vLLM, llama.cpp or a service',
  ollama: 'models on a machine of your own',
}

/** Chooses and connects the model that answers. */
export async function chooseModel(wizard: Wizard): Promise<StepResult> {
  const { prompts, flags } = wizard
  const current = describeCurrent(wizard)
  const kept: StepResult = { step: 'brain', state: current ? 'kept' : 'skipped', ...(current && { value: current }) }
  if (flags.model === 'none') return kept
  if (flags.model !== undefined && !kinds.includes(flags.model))
    throw new UsageError(`--model must be one of ${kinds.join(', ')} or none.`)
  if (flags.model === undefined && !prompts) return kept
  let given = flags.model
  for (;;) {
    const kind: string | undefined = given ?? (await askKind(wizard, current))
    given = undefined
    if (kind === undefined) return kept
    const says = await (kind === 'claude' ? connectClaude(wizard) : connectProvider(wizard, kind))
    if (!says) continue
    tellDone(wizard, says)
    if (kind === 'claude' && (wizard.config().brain.default ?? 'claude') !== 'claude') {
      saveDefaultBrain('claude', wizard)
      wizard.lines.succeed(connectMessages.isDefaultModel)
    }
    return { step: 'brain', state: 'set', value: kind }
  }
}

/** The model that answers now. Empty if it is the demo. */
function describeCurrent({ connections, config }: Wizard): string {
  const { default: usual } = config().brain
  const find = (wanted: string) => connections.list().connections.find(({ name, isSet }) => isSet && name === wanted)
  if (usual === 'demo') return ''
  if (usual !== undefined && usual !== 'claude') return usual
  const claude = find('claude')
  if (claude) return `Claude, ${words.credentials[claude.as ?? ''] ?? 'connected'}`
  return usual === undefined ? (find('provider')?.as ?? '') : ''
}

/** Undefined if nothing should change. */
async function askKind(wizard: Wizard, current: string): Promise<string | undefined> {
  const { prompts } = wizard
  const ollama = await findOllama(wizard.env, wizard.signal)
  const models = ollama?.models.slice(0, MAX_MODELS)
  const keep = current
    ? { value: 'keep', label: `Keep it: ${current}` }
    : { value: 'keep', label: 'None for now', hint: 'a demo answers' }
  const others = [
    {
      value: 'claude',
      label: words.names.claude,
      hint: 'with your account or an API key',
    },
    ...Object.keys(connectServices).map((kind) => ({
      value: kind,
      label:
        kind === 'ollama' && models
          ? `Ollama · found on this machine: ${models.join(', ') || 'no models yet'}`
          : (words.services[kind] ?? kind),
      hint: hints[kind] ?? '',
    })),
  ]
  const choices = current ? [keep, ...others] : [...others, keep]
  const choice = await prompts?.choose('Which model should answer?', choices)
  return choice === 'keep' ? undefined : choice
}

async function connectClaude(wizard: Wizard) {
  const { prompts, flags } = wizard
  const secret = readSecretFlag(flags.modelKeyFile, wizard)
  if (secret !== undefined || !prompts)
    return connectByAnswers(wizard, 'claude', { given: { ...(secret && { secret }) } })
  const { isClaudeMissing } = await wizard.connections.findWays(wizard.signal)
  if (isClaudeMissing && (await prompts.confirm(`${words.aboutInstall} ${words.install}?`, true)))
    return connectBySignIn(wizard, 'claude', { install: 'yes' }, describeSignIn('claude'))
  // Before anything is asked that would be in vain.
  const problem = await findProblem(wizard)
  if (problem !== undefined) {
    wizard.lines.fail(problem)
    return undefined
  }
  const how = await prompts.choose('How should Claude sign in?', [
    { value: 'account', label: 'With a Claude account', hint: 'in a browser' },
    { value: 'key', label: 'With an API key or a long-lived token' },
    { value: 'back', label: 'Back' },
  ])
  if (how === 'back') return undefined
  return how === 'account'
    ? connectBySignIn(wizard, 'claude', {}, describeSignIn('claude'))
    : connectByAnswers(wizard, 'claude', { given: {} })
}

/** Why the claude CLI cannot be used. */
async function findProblem(wizard: Wizard): Promise<AnyText | undefined> {
  const { findClaude } = await import('../../../app/connect/claude.ts')
  try {
    await findClaude(wizard, readConfigText(wizard, wizard.env), wizard.signal)
    return undefined
  } catch (error) {
    if (error instanceof UserFacingError) return error.text
    throw error
  }
}

async function connectProvider(wizard: Wizard, kind: string) {
  const { flags } = wizard
  const { modelUrl: url, modelName: model } = flags
  const secret = readSecretFlag(flags.modelKeyFile, wizard)
  const given = { kind, default: 'yes', ...(url && { url }), ...(model && { model }), ...(secret && { secret }) }
  return connectByAnswers(wizard, 'provider', {
    given,
    never: ['name', 'default', ...(kind === 'anthropic' || kind === 'openrouter' ? ['url'] : [])],
  })
}

const MAX_MODELS = 5
