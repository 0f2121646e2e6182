import { saveAnswer, validName, validTime, validZone } from '../../../app/setup/setup-steps.ts'
import type { AnswerStep } from '../../../web/page/wire/setup-wire.ts'
import type { StepResult, Wizard } from './wizard-context.ts'

/** Asks for the name of the owner. */
export async function askName(wizard: Wizard): Promise<StepResult> {
  const { owner } = wizard.config()
  const ask = () =>
    wizard.prompts?.text({
      question: 'What should I call you?',
      initial: owner.name,
      example: 'Ana',
      check: (answer) => answer === '' || validName(answer),
    })
  return answerStep(wizard, 'name', wizard.flags.name ?? (await ask()), owner.name)
}

/** Asks for the time zone. The one of the machine is filled in. */
export async function askTimezone(wizard: Wizard): Promise<StepResult> {
  const { timezone, named } = wizard.config()
  const ask = () =>
    wizard.prompts?.text({
      question: 'In which time zone do you live?',
      initial: timezone,
      example: 'Europe/Berlin',
      check: (answer) => answer === '' || validZone(answer),
    })
  const answer = wizard.flags.timezone ?? (await ask())
  return answerStep(wizard, 'timezone', answer, named.has('timezone') ? timezone : undefined)
}

const USUAL_TIME = '7:00'

/** Offers a first briefing. */
export async function askBriefing(wizard: Wizard): Promise<StepResult> {
  const { prompts, flags, lines } = wizard
  const existing = wizard
    .config()
    .briefings.map(({ name }) => name)
    .join(', ')
  if (existing !== '') {
    if (prompts) lines.tell(`Briefings: ${existing}. Change them in [[briefings]] or on the page, under Settings.`)
    return { step: 'briefing', state: 'kept', value: existing }
  }
  if (flags.briefing !== undefined || !prompts)
    return answerStep(wizard, 'briefing', flags.briefing === 'none' ? '' : flags.briefing, undefined)
  const choice = await prompts.choose(
    'Do you want a briefing every day? Reminders, open questions and what was talked about.',
    [
      { value: USUAL_TIME, label: `At ${USUAL_TIME}` },
      { value: 'other', label: 'At another time' },
      { value: '', label: 'Not now' },
    ],
  )
  const other = { question: 'At what time?', example: '18:30', check: validTime }
  return answerStep(wizard, 'briefing', choice === 'other' ? await prompts.text(other) : choice, undefined)
}

/** Saves an answer that is new. */
function answerStep(
  wizard: Wizard,
  step: AnswerStep,
  answer: string | undefined,
  current: string | undefined,
): StepResult {
  if (!answer || answer === current)
    return { step, state: current === undefined ? 'skipped' : 'kept', ...(current !== undefined && { value: current }) }
  wizard.lines.succeed(saveAnswer(step, answer, wizard))
  return { step, state: 'set', value: answer }
}
