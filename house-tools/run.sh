set -e
cd ${1:-/work/house}
python3 house-tools/move.py . house-tools/rules.py > house-tools/o1.txt || true; grep -v "^note" house-tools/o1.txt | cut -c1-200
.venv/bin/ruff check --fix -q . || true; .venv/bin/ruff format -q .
python3 house-tools/move.py . house-tools/all.py > house-tools/o2.txt || true;  grep -v "^note" house-tools/o2.txt | cut -c1-200
.venv/bin/ruff check --fix -q . || true; .venv/bin/ruff format -q .
python3 house-tools/post.py; .venv/bin/ruff check --fix -q . || true; .venv/bin/ruff format -q .
.venv/bin/python manage.py check; .venv/bin/python manage.py makemigrations --check --dry-run; find tournaments -name '*.py' -size +0 ! -path '*/migrations/*' | wc -l
