// All tables. Times are integer ms, JSON is text.
// drizzle-kit writes the migrations from here; triggers and what it cannot say are added to them by hand.

export * from './context-schema.ts'
export * from './message-schema.ts'
export * from './schedule-schema.ts'
export * from './session-schema.ts'
export * from './sign-in-schema.ts'
export * from './work-schema.ts'
