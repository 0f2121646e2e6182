// What the models of every brain are told beside the prompt.

export const completionPrompt = 'You do one small task with the given text and answer only with the result.'

/** How often a model that answers nothing is asked again. Some models end a long piece of work without an answer. */
export const MAX_EMPTY_REPLIES = 2

export const EMPTY_REPLY_NOTE = 'Your last answer was empty. Answer the person now, in words.'
