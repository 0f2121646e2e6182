import { type Brains, isRole, modelRoles, parseModel } from '../../../spawner/brains.ts'
import type { Command, CommandContext } from '../command.ts'
import { type Answerers, didYouMean, modelWords } from './answerers.ts'
import { createChoosing, wasChosen } from './choosing.ts'

const MOST_CHARS = 200

/** Which of its models whoever answers in a chat answers with. */
export function createModel(brains: Pick<Brains, 'named' | 'all'>, answerers: Answerers): Command {
  function shown(context: CommandContext): string {
    const { brain, model, chosen } = answerers.here(context)
    const why = chosen.model === model ? ', as chosen for this chat' : ''
    return `**${brain.name}** answers here with ${modelWords(brain, model)}${why}.\n\n${list(context)}`
  }

  function list(context: CommandContext): string {
    const { brain } = answerers.here(context)
    const roles = modelRoles.map((role) => `- ${modelWords(brain, role)}`)
    const own = context.person.role === 'owner' ? ', or a model by its own name' : ''
    const how = `${context.prefix}model and one of these${own} chooses it for this chat, ${context.prefix}model default takes that back; "name/smart" is the same of another brain, and ${context.prefix}brain shows which there are.`
    return `${roles.join('\n')}\n\n${how}`
  }

  return {
    name: 'model',
    usage: '[role | model | default]',
    summary: 'the model that answers here, and to choose another',
    german: 'das Modell, das hier antwortet, und ein anderes wählen',
    run: createChoosing(answerers, {
      shown,
      none: { model: null },
      again(context) {
        const { brain, model } = answerers.here(context)
        return `**${brain.name}** answers here with ${modelWords(brain, model)} again.`
      },
      choose(args, context) {
        if (/\s/.test(args) || args.length > MOST_CHARS) return 'The name of a model is one word.'
        const named = parseModel(brains, args)
        const brain = brains.named(named.brain ?? '') ?? answerers.here(context).brain
        if (named.model !== undefined && !isRole(named.model)) {
          // Written with its brain before it, a name is taken as it is.
          const near = named.brain === undefined ? didYouMean(args, choosable(brains)) : ''
          if (near !== '') return `There is no "${args}".${near}\n\n${list(context)}`
          if (context.person.role !== 'owner')
            return `A model by its own name is chosen by my owner. There is:\n\n${list(context)}`
          if (!brain.modelFor) return `${brain.name} has no models to choose from.`
          answerers.choose(context, { brain: brain.name, model: named.model })
        } else answerers.choose(context, { model: named.model ?? null, ...(named.brain && { brain: named.brain }) })
        const { model } = answerers.here(context)
        return wasChosen(answerers, `**${brain.name}** with ${modelWords(brain, model)}`, brain, context)
      },
    }),
  }
}

function choosable(brains: Pick<Brains, 'all'>): string[] {
  return ['default', ...modelRoles, ...brains.all.map(({ name }) => name)]
}
