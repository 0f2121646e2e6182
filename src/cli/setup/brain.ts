import { openProviders } from '../../app/native.ts'
import { withAssignment } from '../../config/assignment.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/draft.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { Provider } from '../../spawner/native/providers/provider.ts'
import { confirm, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'
import type { Check } from './brain-check.ts'
import { type AskedProvider, askProvider, type BrainFlags } from './brain-questions.ts'
import { keepFile } from './claude-credential.ts'
import { readConfigText, withNames } from './owner-name.ts'

const PROBE_MS = 30_000

/** `skein setup brain`: from an address, a key and a model to a provider that has answered, under a name of its own. */
export async function setUpBrain(
  place: Place,
  flags: BrainFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const say = (text: string) => terminal.output.write(`${text}\n`)
  const { file, text } = readConfigText(place, env)
  const asked = await askProvider(flags, env, terminal)
  const { name, key } = asked
  // The key itself stands in a draft that only this user can read, and that is gone before anything is saved.
  const tried = draftConfig(file, withProvider(file, text, asked, key), env)
  tried.discard()
  const provider = providerIn(tried.config, name)
  const problem = await provider.probe(AbortSignal.timeout(PROBE_MS))
  if (problem !== undefined) return unchanged(say, problem)
  say(`${name} is there, and has the model ${printable(provider.modelFor('general') ?? '')}.`)

  const wanted = flags.yes === true || (process.stdin.isTTY && (await confirm(question, terminal)))
  const check = wanted ? await checkProvider(provider) : undefined
  if (check?.ok === false) return unchanged(say, check.sentence)
  if (check) say(`It answers: "${printable(check.answer)}" ($${check.usd.toFixed(4)}).`)
  const isDefault =
    flags.default ?? (process.stdin.isTTY && flags.yes !== true && (await confirm(defaultQuestion, terminal)))
  const isHere = process.stdin.isTTY && flags.yes !== true
  const named = await withNames(text, { file, config: tried.config, isHere, terminal })

  const secret = key === undefined ? undefined : keepFile(place.dataDir, `provider-${name}-key`, key)
  const connected = withProvider(file, named, asked, secret)
  const edited = isDefault ? withDefault(file, connected, name) : connected
  const backup = draftConfig(file, edited, env).commit()
  say(`Saved as [providers.${name}] in ${file}${secret ? ', with the key in a file for this user alone' : ''}.`)
  if (backup) say(`Its old text is in ${backup}.`)
  say(
    isDefault
      ? `It answers wherever nobody chose another.`
      : `In a chat, /brain ${name} lets it answer there; [brain] default = "${name}" lets it answer everywhere.`,
  )
  say('A daemon that is running takes it up when it is started again.')
  if (place.json) {
    const model = provider.modelFor('general')
    console.log(JSON.stringify({ name, kind: asked.kind, model, config: file, backup, default: isDefault, check }))
  }
}

const question = 'Check it with one small call to the model?'
const defaultQuestion = 'Let it answer wherever nobody chose another?'

function unchanged(say: (text: string) => void, why: string): void {
  say(printable(why))
  say('Nothing was changed.')
  process.exitCode = 1
}

/** Everything else that the file says, of this provider too, stays as it is. */
function withProvider(file: string, text: string, asked: AskedProvider, apiKey: string | undefined): string {
  const table = ['providers', asked.name]
  // Each new key is put at the top of its table.
  const facts = { api_key: apiKey, base_url: asked.url, kind: asked.kind }
  const said = Object.entries(facts).reduce((before, [key, value]) => assigned(file, before, table, key, value), text)
  return asked.model === undefined ? said : assigned(file, said, [...table, 'models'], 'general', asked.model)
}

function withDefault(file: string, text: string, name: string): string {
  return assigned(file, text, ['brain'], 'default', name)
}

function assigned(file: string, text: string, table: string[], key: string, value: string | undefined): string {
  return withAssignment(file, text, { table, replaces: [key], set: value === undefined ? undefined : { key, value } })
}

function providerIn(config: Config, name: string): Provider {
  const provider = openProviders(config, systemClock).find((one) => one.name === name)
  if (!provider) throw new UsageError(`There is no [providers.${name}].`)
  return provider
}

/** One small request, as the daemon would make it. */
async function checkProvider(provider: Provider): Promise<Check> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const request = {
    model: provider.modelFor('general') ?? '',
    system: 'Answer with the single word OK.',
    messages: [{ role: 'user' as const, content: 'Say OK.' }],
    tools: [],
  }
  const answered = await provider.ask(request, () => {}, stop.signal)
  process.off('SIGINT', onInterrupt)
  if (stop.signal.aborted) return { ok: false, sentence: 'The call was stopped before it was answered.' }
  if (answered.kind === 'failed') return { ok: false, sentence: answered.failure.forOwner ?? answered.failure.sentence }
  const { text, usage } = answered.reply
  return text.trim() === ''
    ? { ok: false, sentence: 'The model answered with nothing.' }
    : { ok: true, answer: text.trim(), usd: usage.costUsd }
}
