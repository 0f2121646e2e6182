CREATE TABLE `foreign_file` (
	`chat` text NOT NULL,
	`path` text NOT NULL,
	`words` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`chat`, `path`)
);
--> statement-breakpoint
ALTER TABLE `epoch` ADD `foreign` text DEFAULT '[]' NOT NULL;