// All tables. Times are integer ms, JSON is text. drizzle-kit generates the migrations from here; triggers and anything
// it cannot express are added to them by hand.

export * from './branch-schema.ts'
export * from './context-schema.ts'
export * from './library-schema.ts'
export * from './memory-schema.ts'
export * from './message-schema.ts'
export * from './push-schema.ts'
export * from './schedule-schema.ts'
export * from './session-schema.ts'
export * from './sign-in-schema.ts'
export * from './work-schema.ts'
