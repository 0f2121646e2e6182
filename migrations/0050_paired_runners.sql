CREATE TABLE `paired_runner` (
	`name` text PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`paired_at` integer NOT NULL
);
