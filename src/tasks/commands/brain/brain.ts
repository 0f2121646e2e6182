import type { Brains } from '../../../spawner/brains.ts'
import type { Command, CommandContext } from '../command.ts'
import { type Answerers, didYouMean, modelWords } from './answerers.ts'
import { createChoosing, wasChosen } from './choosing.ts'

/** Who answers in a chat. */
export function createBrainCommand(brains: Pick<Brains, 'named' | 'all' | 'usual'>, answerers: Answerers): Command {
  function shown(context: CommandContext): string {
    const { brain, model, chosen } = answerers.here(context)
    const why = brains.named(chosen.brain ?? '') === brain ? ', as chosen for this chat' : ''
    const gone = chosen.brain !== null && !brains.named(chosen.brain) ? ` ${chosen.brain} is no longer there.` : ''
    const how = `${context.prefix}brain and a name chooses one of them for this chat, ${context.prefix}brain default takes that back. ${context.prefix}model shows its models.`
    return `**${brain.name}** answers here${why}, with ${modelWords(brain, model)}.${gone}\n\n${answerers.list(context)}\n\n${how}`
  }

  return {
    name: 'brain',
    usage: '[name | default]',
    summary: 'who answers here, who else can, and to choose another',
    german: 'wer hier antwortet, wer es noch kann, und einen anderen wählen',
    run: createChoosing(answerers, {
      shown,
      none: { brain: null },
      again: (context) => `**${answerers.here(context).brain.name}** answers here again, as everywhere.`,
      choose(args, context) {
        const name = args.toLowerCase()
        const brain = brains.named(name)
        if (!brain) {
          const near = didYouMean(
            name,
            brains.all.map((one) => one.name),
          )
          return `There is none called "${args}".${near} There is:\n\n${answerers.list(context)}`
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
      return problem === undefined ? undefined : `**${brain?.name}** cannot answer as it is. ${problem}`
    },
  }
}
