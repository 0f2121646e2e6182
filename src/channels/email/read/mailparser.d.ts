// The part of its API we use; it has no types of its own.
declare module 'mailparser' {
  export interface Options {
    skipHtmlToText?: boolean
    skipTextToHtml?: boolean
    skipImageLinks?: boolean
    keepCidLinks?: boolean
    checksumAlgo?: string
  }
  export interface Parsed {
    subject?: string
    text?: string
    attachments: { filename?: string; content: Buffer }[]
  }
  export function simpleParser(source: Buffer | NodeJS.ReadableStream, options?: Options): Promise<Parsed>
}
