import type { ApiMethods, Opts } from '@grammyjs/types'
import type { Upload } from './body.ts'

export type MethodName = keyof ApiMethods<Upload>

/** Nothing is certain about what a client sends, so every parameter may be missing. */
export type Args<M extends MethodName> = Partial<Opts<Upload>[M]>

export interface CallContext {
  /** Aborts when the client has gone. */
  signal: AbortSignal
  /** Keeps a remark on the call: something the real server would have changed or dropped without a word. */
  note(remark: string): void
}

type Result<M extends MethodName> = ReturnType<ApiMethods<Upload>[M]>

/** The methods the emulator knows, each held to the published types. */
export type Methods = {
  [M in MethodName]?: (args: Args<M>, context: CallContext) => Result<M> | Promise<Result<M>>
}
