#!/bin/sh
# Makes the namespace and its search attributes. Run again it changes nothing.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE stand in the environment.
set -eu

# Without these a workflow that sets them does not start; they are those of workflows/attributes.py.
attributes='DaywrightUser DaywrightSession DaywrightStage DaywrightOutcome'
tries=120

wait_for() {
  what=$1
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    if [ "$tries" -le 0 ]; then
      echo "$what is still not there: see the log of the service temporal" >&2
      exit 1
    fi
    sleep 1
  done
}

wait_for 'Temporal' temporal operator cluster health

if ! temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d
fi
wait_for "the namespace $TEMPORAL_NAMESPACE" temporal operator search-attribute list

present=$(temporal operator search-attribute list)
for name in $attributes; do
  case $present in
    *"$name "*) ;;
    *) temporal operator search-attribute create --name "$name" --type Keyword ;;
  esac
done

# The server learns of a new one with a delay, and refuses workflows that set it until then.
for name in $attributes; do
  wait_for "the search attribute $name" temporal workflow count --query "$name = 'none'"
done
echo "the namespace $TEMPORAL_NAMESPACE is ready"
