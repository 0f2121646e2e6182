export interface OverflowError {
  status: number
  body: object
}

/** How the services say that a request is too long: written from what is known of them, none recorded from the service itself. */
export const overflowWordings = {
  anthropic: (sent, limit) => anthropic(`prompt is too long: ${sent} tokens > ${limit} maximum`),
  anthropicWithOutput: (sent, limit) =>
    anthropic(
      `input length and \`max_tokens\` exceed context limit: ${sent} + 16000 > ${limit}, decrease input length or \`max_tokens\` and try again`,
    ),
  openai: (sent, limit) =>
    openai(
      400,
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${sent} tokens. Please reduce the length of the messages.`,
      { code: 'context_length_exceeded', param: 'messages' },
    ),
  openaiShort: () =>
    openai(400, 'Your input exceeds the context window of this model. Please adjust your input and try again.', {
      code: 'context_length_exceeded',
    }),
  openrouter: (sent, limit) =>
    openai(
      400,
      `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${sent} tokens (${sent} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
      { code: 400 },
    ),
  vllm: (sent, limit) => ({
    status: 400,
    body: {
      object: 'error',
      message: `This model's maximum context length is ${limit} tokens. However, you requested ${sent} tokens (${sent - 100} in the messages, 100 in the completion). Please reduce the length of the messages or completion.`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  }),
  llamacpp: (sent, limit) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: sent,
        n_ctx: limit,
      },
    },
  }),
  ollama: () => openai(400, 'the input length exceeds the context length', { type: 'invalid_request_error' }),
  lmstudio: (sent, limit) => ({
    status: 400,
    body: {
      error: `Trying to keep the first ${sent} tokens when context the overflows. However, the model is loaded with context length of only ${limit} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    },
  }),
  mistral: (sent, limit) => ({
    status: 400,
    body: {
      object: 'error',
      message: `Prompt contains ${sent} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
      type: 'invalid_request_invalid_args',
      code: '3051',
    },
  }),
  groq: () =>
    openai(400, 'Please reduce the length of the messages or completion.', {
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      param: 'messages',
    }),
  google: (sent, limit) =>
    openai(400, `The input token count (${sent}) exceeds the maximum number of tokens allowed (${limit}).`, {
      code: 400,
    }),
  bedrock: () => ({ status: 400, body: { message: 'Input is too long for requested model.' } }),
} satisfies Record<string, (sent: number, limit: number) => OverflowError>

export type OverflowWording = keyof typeof overflowWordings

function anthropic(message: string): OverflowError {
  return { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } }
}

function openai(status: number, message: string, more: object = {}): OverflowError {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } } }
}
