import { commandMessages } from '../../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../../messages/localized.ts'
import type { Brains } from '../../../spawner/brains.ts'
import type { Command, CommandContext } from '../command.ts'
import { type Answerers, didYouMean, modelWords } from './answerers.ts'
import { createChoosing, wasChosen } from './choosing.ts'

/** Who answers in a chat. */
export function createBrainCommand(brains: Pick<Brains, 'named' | 'all' | 'usual'>, answerers: Answerers): Command {
  function shown(context: CommandContext): LocalizedText {
    const { brain, model, chosen } = answerers.here(context)
    const isChosen = brains.named(chosen.brain ?? '') === brain
    const here = isChosen ? commandMessages.providerChosenHere : commandMessages.providerHere
    const isGone = chosen.brain !== null && !brains.named(chosen.brain)
    const gone = isGone ? [commandMessages.providerGone(chosen.brain ?? '')] : []
    const answers = joinTexts([here(brain.name, modelWords(brain, model)), ...gone], ' ')
    return joinTexts([answers, answerers.list(context), commandMessages.providerHint(context.prefix)], '\n\n')
  }

  return {
    name: 'brain',
    usage: commandMessages.usages.brain,
    summary: commandMessages.summaries.brain,
    run: createChoosing(answerers, {
      shown,
      none: { brain: null },
      again: (context) => commandMessages.providerReset(answerers.here(context).brain.name),
      choose(args, context) {
        const name = args.toLowerCase()
        const brain = brains.named(name)
        if (!brain) {
          const near = didYouMean(
            name,
            brains.all.map((one) => one.name),
          )
          const said = [
            commandMessages.noSuchProvider(args),
            near ?? [],
            commandMessages.available(answerers.list(context)),
          ]
          return joinTexts(said.flat(), ' ')
        }
        answerers.choose(context, { brain: brain.name })
        // Whether it could answer may have to be asked of a server; the commit that takes this in does not wait for that.
        const goesOn = brain.probe !== undefined
        return { text: wasChosen(answerers, `**${brain.name}**`, brain, context), goesOn }
      },
    }),
    async later(args, _context, signal) {
      const brain = brains.named(args.toLowerCase())
      const problem = await brain?.probe?.(signal)
      return problem === undefined ? undefined : commandMessages.providerFailsProbe(brain?.name ?? '', problem)
    },
  }
}
