import { type Brains, createBrains, withChoice } from '../../src/spawner/brains.ts'
import type { Brain } from '../../src/spawner/spawner.ts'
import { createBrainChoice } from '../../src/tasks/commands/brain-choice.ts'
import { createBrainCommand, createModel } from '../../src/tasks/commands/brain-commands.ts'
import { createModelPicker, type ModelPicker } from '../../src/tasks/commands/model-picker.ts'
import { createModelChoices } from '../../src/tasks/context/model-choice.ts'
import { createBreakers } from '../../src/tasks/queue/breaker.ts'
import { createScriptedBrain, echo } from '../support/scripted-brain.ts'
import type { World } from './world.ts'

/** The picker of a daemon with these brains. Breakers never trip. */
export function createModels({ db, clock }: Pick<World, 'db' | 'clock'>, ...all: Brain[]): ModelPicker {
  const [usual = createScriptedBrain(echo), ...others] = all
  const plain: Brains = createBrains(usual, others)
  const choices = createModelChoices({ db, brains: plain, modelOfJob: () => '' })
  const brains = withChoice(plain, choices.brainFor)
  const breakers = createBreakers({ clock, alarm() {} })
  const brainChoice = createBrainChoice({ db, clock, brains, breakers, choices })
  return createModelPicker({
    db,
    clock,
    settings: () => ({ timezone: 'UTC' }),
    brains,
    brainChoice,
    brainCommand: createBrainCommand(brains, brainChoice),
    modelCommand: createModel(brains, brainChoice),
  })
}
