CREATE TABLE `runner_erasure` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`runner` text NOT NULL,
	`erasure` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `runner_erasure_runner` ON `runner_erasure` (`runner`);--> statement-breakpoint
ALTER TABLE `removed_runner` ADD `receipt` text;