import {
  answerWords,
  checkProvider,
  defaultWords,
  draftProvider,
  keepKey,
  savedProviderWords,
  thereWords,
  withDefault,
  withProvider,
} from '../../app/connect/provider.ts'
import { readConfigText } from '../../app/connect/settings-file.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { printable } from '../../lib/text/visible.ts'
import { confirm, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'
import { askProvider, type BrainFlags } from './brain-questions.ts'
import { interruptible } from './interruptible.ts'
import { withNames } from './owner-name.ts'

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
  const { name } = asked
  const { provider, config } = draftProvider({ file, text }, asked, env)
  const problem = await provider.probe(AbortSignal.timeout(PROBE_MS))
  if (problem !== undefined) return unchanged(say, problem)
  say(thereWords(provider))

  const wanted = flags.yes === true || (process.stdin.isTTY && (await confirm(question, terminal)))
  const check = wanted ? await interruptible((signal) => checkProvider(provider, signal)) : undefined
  if (check?.ok === false) return unchanged(say, check.sentence)
  if (check) say(answerWords(check))
  const isDefault =
    flags.default ?? (process.stdin.isTTY && flags.yes !== true && (await confirm(defaultQuestion, terminal)))
  const isHere = process.stdin.isTTY && flags.yes !== true
  const named = await withNames(text, { file, config, isHere, terminal })

  const secret = keepKey(place.dataDir, asked)
  const connected = withProvider(file, named, asked, secret)
  const edited = isDefault ? withDefault(file, connected, name) : connected
  const backup = draftConfig(file, edited, env).commit()
  say(savedProviderWords(name, file, secret !== undefined))
  if (backup) say(`Its old text is in ${backup}.`)
  say(defaultWords(name, isDefault))
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
