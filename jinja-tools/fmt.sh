/tmp/jinja/fmt/bin/djangofmt --profile jinja --line-length ${2:-120} --indent-width 2 --extend-exclude "*.txt.jinja" --extend-exclude "sw.js.jinja" $1
