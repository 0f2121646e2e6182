import type { Overflow } from '../provider.ts'

/**
 * Recognizes errors saying that the request was too long for the model, in the wording of many services, with their
 * numbers. `text` is the whole error including its JSON. A token limit per minute is a different failure.
 */
export function findOverflow(text: string): Overflow | undefined {
  if (rateLimitPattern.test(text) || !overflowPatterns.some((wording) => wording.test(text))) return undefined
  const sum = sumPattern.exec(text)
  if (sum) return { sent: numberOf(sum[1]), limit: subtract(numberOf(sum[3]), numberOf(sum[2])) }
  return { sent: firstNumber(sentNumbers, text), limit: firstNumber(limitNumbers, text) }
}

const rateLimitPattern = /tokens per (?:minute|hour|day)|\bTP[MD]\b|rate.?limit/i

// Anthropic adds the room for the answer to the input: "20000 + 16000 > 32000".
const sumPattern = /exceed context limit: (\d+) \+ (\d+) > (\d+)/

const overflowPatterns = [
  // Anthropic
  /prompt is too long|exceed context limit|model_context_window_exceeded/i,
  // OpenAI, Azure, Groq, OpenRouter, DeepSeek, vLLM, SGLang
  /context_length_exceeded|maximum context length|exceeds the context window|reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  // llama.cpp
  /exceed_context_size_error|exceeds? the available context size/i,
  // Ollama
  /(?:input|prompt) (?:length )?(?:exceeds|is longer than)(?:(?!input|prompt)[\w ])* context/i,
  // LM Studio, with a mistake of its own in the words
  /tokens when context the overflows|context length of only \d+ tokens|context (?:length|size)(?:(?!context)[\w ])*(?:overflow|not enough)/i,
  // Mistral, xAI, Moonshot, MiniMax, Cohere, Together
  /too large for model with \d+ maximum context|maximum prompt length is \d+|exceeded model token limit|context window exceeds limit|too many tokens: total number|tokens \+ `?max_new_tokens`? must be/i,
  // Google, Bedrock
  /input token count(?:(?!input)[\w ()])* exceeds the maximum|input is too long/i,
]

const sentNumbers = [
  /"n_prompt_tokens":\s*(\d+)/,
  /too long: ([\d,]+) tokens/i,
  /(?:requested|resulted in|contains|request has|received)\s+(?:about\s+)?([\d,]+)(?:\s+(?:input|prompt))?(?:\s+tokens)?/i,
  /request \(([\d,]+) tokens\)/i,
  /keep the first ([\d,]+) tokens/i,
  /token count \(?([\d,]+)\)? exceeds/i,
  /Given: ([\d,]+)/,
]

const limitNumbers = [
  /"n_ctx":\s*(\d+)/,
  /tokens > ([\d,]+) maximum/i,
  /maximum (?:context|prompt) length (?:is|of) ([\d,]+)/i,
  /context length of only ([\d,]+)/i,
  /model with ([\d,]+) maximum context/i,
  /context size \(([\d,]+)/i,
  /tokens allowed \(?([\d,]+)/i,
  /token limit: ([\d,]+)/i,
  /cannot exceed ([\d,]+)/i,
  /must be <= ([\d,]+)/i,
]

function firstNumber(patterns: RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return numberOf(match[1])
  }
  return undefined
}

function numberOf(digits: string | undefined): number | undefined {
  const number = Number(digits?.replaceAll(',', ''))
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function subtract(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined ? undefined : Math.max(1, total - (part ?? 0))
}
