#!/bin/sh
# Brings the tables of Temporal to the form that this version of its server needs. Run again it changes nothing.
# Host, user and password stand in the environment: SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER, SQL_PASSWORD.
set -eu

versions=/etc/temporal/schema/postgresql/v12

bring_up_to_date() {
  # A database that has a version already keeps it.
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema -d "$versions/$2/versioned"
}

bring_up_to_date temporal temporal
bring_up_to_date temporal_visibility visibility
